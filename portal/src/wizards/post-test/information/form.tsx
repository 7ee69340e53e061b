import { useMessages } from '@exam/ui/i18n';
import { ErrorSummary } from '@exam/ui/parts';
import type { FormEvent } from 'react';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { ComponentsField } from './components-field.tsx';
import { InfoActions } from './actions.tsx';
import { CandidateNumberField, CentreField, PersonFields, ServiceFields, UciFields } from './fields.tsx';
import { ChosenService } from '../service/chosen-service.tsx';
import { useInformation, type InfoProps } from './use-information.ts';
import { useInfoLabels } from './use-labels.ts';

/** The information of every service but late cash-in, on one page. */
export function InfoForm(props: InfoProps) {
  const { draft, choices } = props;
  const words = useMessages(postTestWizardWords);
  const labels = useInfoLabels();
  const info = useInformation(props);
  const fields = { draft, answers: info.answers, change: info.change, errorAt: info.errorAt };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void info.submit({ onDone: info.goOn });
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-form">
      <p className="mb-4 text-ink-2">{words.info.lead}</p>
      <ErrorSummary attempt={info.attempt} errors={info.attempt > 0 ? info.errorsIn(labels) : []} />
      <ChosenService draft={draft} onChange={() => props.goTo('service')} />
      {draft.service.componentRule === 'some' && <ComponentsField {...fields} offered={info.offered} award={null} />}
      <CentreField {...fields} centres={choices.centres} />
      <CandidateNumberField {...fields} />
      <UciFields {...fields} />
      <PersonFields {...fields} />
      <ServiceFields {...fields} files={info.files} />
      <InfoActions back={props.back} isSaving={info.isSaving} onPutAside={() => void info.putAside()} />
    </form>
  );
}
