import { consentVersion, statementsForLeave, type ConsentStatement } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { api } from '../../app/api.ts';
import { applicationWords } from '../../messages/application.ts';
import { statementWords } from '../../messages/statements.ts';
import { LeaveForm } from '../application/leave-form.tsx';
import type { Registration } from '../application/people.tsx';
import { StatementTicks, useTicks } from '../application/statement-ticks.tsx';

/** Changes how a minor leaves after payment; a child who is to leave alone needs the guardian's statement again. */
export function ExamLeaveForm(props: { registration: Registration; onSaved: () => void; onCancel: () => void }) {
  const { registration } = props;
  const words = useMessages(applicationWords).leaveForm;
  const { consents } = useMessages(statementWords);
  const { isTicked, tick } = useTicks<ConsentStatement>();
  return (
    <LeaveForm
      registration={registration}
      save={(leave, choice) =>
        api('application.changePickup', {
          body: {
            applicationId: registration.id,
            ...leave,
            consents: statementsForLeave(choice).map((statementId) => ({ statementId, version: consentVersion })),
          },
        })
      }
      onDone={props.onSaved}
      onCancel={props.onCancel}
      extra={{
        refusals: (choice): Record<string, string> =>
          statementsForLeave(choice).every(isTicked) ? {} : { consents: 'CONSENT_INCOMPLETE' },
        render: (choice, error) =>
          statementsForLeave(choice).length > 0 && (
            <StatementTicks
              legend={words.consents}
              hint={words.guardianStatementHint}
              textOf={(statement) => consents[statement]({ recipient: null })}
              statements={statementsForLeave(choice)}
              isTicked={isTicked}
              tick={tick}
              error={error('consents')}
            />
          ),
      }}
    />
  );
}
