import type { CandidateType } from '@exam/contract/entities';
import { candidateTypes } from '@exam/contract/entities/values';
import { consentVersion, isMinor, statementsFor, ticksOf, type ConsentStatement } from '@exam/contract/rules';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { CheckboxField } from '@exam/ui/form';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { productByCode } from '../../app/catalogue.ts';
import { chinaToday } from '../../app/china-today.ts';
import { applicationWords } from '../../messages/application.ts';
import { statementWords } from '../../messages/statements.ts';
import { leaveFieldId, type Leave } from '../application/leave-answers.ts';
import { LeaveForm } from '../application/leave-form.tsx';
import type { Registration } from '../application/people.tsx';
import { StatementTicks, useTicks } from '../application/statement-ticks.tsx';

/**
 * Changes how a minor leaves while the registration is in the cart. The registration is submitted again (9.1 #2), so the
 * statements, which are evidence, are ticked again too.
 */
export function CartLeaveForm(props: {
  registration: Registration;
  candidateId: string;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { registration } = props;
  const { language } = useLanguage();
  const words = useMessages(applicationWords).leaveForm;
  const { consents } = useMessages(statementWords);
  const { isTicked, tick } = useTicks<ConsentStatement | 'information'>();
  const product = useQuery(productByCode(language, registration.testInfo.productCode));
  const recipient = product.data?.recipient ?? null;
  const statements = statementsFor(isMinor(registration.applicationCandidate.dob, chinaToday()));
  const refusals = (): Record<string, string> => ({
    ...(statements.every(isTicked) ? {} : { consents: 'CONSENT_INCOMPLETE' }),
    ...(isTicked('information') ? {} : { isInformationConfirmed: 'INFORMATION_NOT_CONFIRMED' }),
  });
  const save = (leave: Leave) =>
    api('application.modify', {
      body: {
        ...choiceOf(registration),
        ...leave,
        applicationCandidate: { candidateId: props.candidateId },
        consents: ticksOf(statements, { version: consentVersion, recipient }),
        isInformationConfirmed: true,
      },
    });
  return (
    <LeaveForm
      registration={registration}
      save={save}
      onDone={props.onSaved}
      onCancel={props.onCancel}
      extra={{
        refusals,
        render: (_choice, error) => (
          <StatementTicks
            legend={words.consents}
            hint={words.consentsHint}
            textOf={(statement) => consents[statement]({ recipient })}
            statements={statements}
            isTicked={isTicked}
            tick={tick}
            error={error('consents')}
          >
            <CheckboxField
              id={leaveFieldId('isInformationConfirmed')}
              label={words.information}
              error={error('isInformationConfirmed')}
              checked={isTicked('information')}
              onChange={(event) => tick('information', event.target.checked)}
            />
          </StatementTicks>
        ),
      }}
    />
  );
}

/** The part of a submission that stays as it was. */
function choiceOf(registration: Registration) {
  const { id, testInfo, session, subject, registrationTemplateId, applicationSteps, testRelatedInfo } = registration;
  return {
    id,
    testInfo: {
      productId: testInfo.productId,
      candidateType: candidateTypeOf(applicationSteps),
      formJson: testRelatedInfo?.json ?? null,
    },
    registrationTemplateId,
    session: { id: session.id },
    subject: { id: subject.id },
    applicationSteps,
  };
}

/** The candidate type of the accountancy family, as its step was answered; null elsewhere. */
function candidateTypeOf(steps: Registration['applicationSteps']): CandidateType | null {
  for (const { jsonResult } of steps) {
    const found = candidateTypes.find((type) => jsonResult.includes(`"candidateType":"${type}"`));
    if (found) return found;
  }
  return null;
}
