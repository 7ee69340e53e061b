import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, Skeleton } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../page/loaded.tsx';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { CashInParts } from './cash-in-parts.tsx';
import { InfoForm } from './form.tsx';
import { cashInCodesOf, centresOf, draftById, seriesOf, type PostTestDraft } from '../post-test-data.ts';
import type { InfoChoices } from './use-information.ts';
import type { StepProps } from '../wizard.ts';

/** Step 3: what the awarding body needs. Late cash-in asks for it part by part. */
export function Information(props: StepProps) {
  const { language } = useLanguage();
  const words = useMessages(postTestWizardWords).confirm;
  const draft = useQuery({
    ...draftById(language, props.progress.draftId ?? ''),
    placeholderData: keepPreviousData,
  });
  const anew = <Button onClick={() => props.keep({ draftId: null, serviceId: null })}>{words.toInformation}</Button>;
  return (
    <Loaded query={draft} gone={anew}>
      {(found) => <WithChoices key={found.id} {...props} draft={found} />}
    </Loaded>
  );
}

/** The form keeps what is typed into it while its choices come in the other language. */
function WithChoices(props: StepProps & { draft: PostTestDraft }) {
  const { language } = useLanguage();
  const words = useMessages(postTestWizardWords);
  const { draft } = props;
  const series = useQuery({ ...seriesOf(language, draft.serviceId), placeholderData: keepPreviousData });
  const centres = useQuery({ ...centresOf(language, draft.productId), placeholderData: keepPreviousData });
  const codes = useQuery({
    ...cashInCodesOf(language, draft.productId),
    enabled: isAward(draft),
    placeholderData: keepPreviousData,
  });
  if (series.isError || centres.isError || codes.isError) {
    const again = () => void Promise.all([series.refetch(), centres.refetch(), codes.refetch()]);
    return <EmptyState title={words.failed} action={<Button onClick={again}>{words.again}</Button>} />;
  }
  if (series.data === undefined || centres.data === undefined || (isAward(draft) && codes.data === undefined))
    return <Skeleton count={3} />;
  const choices: InfoChoices = { series: series.data, centres: centres.data, codes: codes.data ?? [] };
  const Form = isAward(draft) ? CashInParts : InfoForm;
  return <Form {...props} choices={choices} />;
}

function isAward(draft: PostTestDraft): boolean {
  return draft.service.componentRule === 'award';
}
