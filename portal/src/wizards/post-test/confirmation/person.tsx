import type { PostTestDraft } from '../post-test-data.ts';
import { groupUci } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Card, DescriptionList } from '@exam/ui/parts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { SectionHead } from '../../parts/confirmation/section-head.tsx';

/** What is passed to the awarding body, with the way to change it. */
export function ConfirmPerson({ draft, onChange }: { draft: PostTestDraft; onChange: () => void }) {
  const words = useMessages(postTestWizardWords);
  const formats = useFormats();
  const uciOf = (uci: string | null) => (uci === null || uci === '' ? null : groupUci(uci));
  return (
    <section>
      <SectionHead title={words.confirm.candidate} onChange={onChange} />
      <Card>
        <DescriptionList
          items={[
            { term: words.info.service, detail: draft.service.name },
            { term: words.service.product, detail: draft.productName },
            { term: words.service.level, detail: draft.level?.name },
            { term: words.service.series, detail: draft.examSeries },
            { term: words.info.centre, detail: draft.centre?.displayName },
            { term: words.info.candidateNumber, detail: draft.candidateNumber },
            { term: words.info.uci, detail: uciOf(draft.uciNumber) },
            { term: words.info.secondUci, detail: uciOf(draft.secondUciNumber) },
            { term: words.info.lastName, detail: draft.lastName },
            { term: words.info.firstName, detail: draft.firstName },
            {
              term: words.info.birthday,
              detail: draft.birthday === null ? null : dateOf(draft.birthday, formats.date),
            },
            { term: words.info.form, detail: draft.formFiles.map(({ fileName }) => fileName).join(', ') },
          ]}
        />
      </Card>
    </section>
  );
}

/** A date as typed; half of one stays as it is. */
function dateOf(typed: string, format: (date: string) => string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(typed) ? format(typed) : typed;
}
