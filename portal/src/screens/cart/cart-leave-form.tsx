import type { CandidateType } from '@exam/contract/entities';
import { candidateTypes } from '@exam/contract/entities/values';
import { consentVersion, isMinor, statementsFor, type ConsentStatement } from '@exam/contract/rules';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { CheckboxField } from '@exam/ui/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { productByCode } from '../../app/catalogue.ts';
import { chinaToday } from '../../app/china-today.ts';
import { applicationWords } from '../../messages/application.ts';
import { statementWords } from '../../messages/statements.ts';
import { leaveFieldId, type Leave } from '../application/leave-answers.ts';
import { LeaveForm } from '../application/leave-form.tsx';
import type { Registration } from '../application/people.tsx';

type Ticked = ReadonlySet<ConsentStatement | 'information'>;

/**
 * Changes how a minor leaves while the registration is in the cart. The registration is submitted anew (9.1 #2), so the
 * statements, which are evidence, are ticked anew too.
 */
export function CartLeaveForm(props: {
  registration: Registration;
  candidateId: string;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { registration } = props;
  const [ticked, setTicked] = useState<Ticked>(new Set());
  const statements = statementsFor(isMinor(registration.applicationCandidate.dob, chinaToday()));
  const refusals = (): Record<string, string> => ({
    ...(statements.every((statement) => ticked.has(statement)) ? {} : { consents: 'CONSENT_INCOMPLETE' }),
    ...(ticked.has('information') ? {} : { isInformationConfirmed: 'INFORMATION_NOT_CONFIRMED' }),
  });
  const tick = (name: ConsentStatement | 'information', isTicked: boolean) => {
    setTicked((before) => {
      const next = new Set(before);
      if (isTicked) next.add(name);
      else next.delete(name);
      return next;
    });
  };
  const save = (leave: Leave) =>
    api('application.modify', {
      body: {
        ...choiceOf(registration),
        ...leave,
        applicationCandidate: { candidateId: props.candidateId },
        consents: statements.map((statementId) => ({ statementId, version: consentVersion })),
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
        render: (error) => (
          <Statements
            productCode={registration.testInfo.productCode}
            statements={statements}
            ticked={ticked}
            tick={tick}
            error={error}
          />
        ),
      }}
    />
  );
}

function Statements(props: {
  productCode: string;
  statements: readonly ConsentStatement[];
  ticked: Ticked;
  tick: (name: ConsentStatement | 'information', isTicked: boolean) => void;
  error: (path: string) => string | undefined;
}) {
  const { language } = useLanguage();
  const words = useMessages(applicationWords).leaveForm;
  const { consents } = useMessages(statementWords);
  const product = useQuery(productByCode(language, props.productCode));
  const awardingBody = product.data?.awardingBodyName ?? '';
  return (
    <fieldset className="mb-4">
      <legend className="text-lg font-bold">{words.consents}</legend>
      <p className="mb-2 text-ink-2">{words.consentsHint}</p>
      {props.statements.map((statement, index) => (
        <CheckboxField
          key={statement}
          id={index === 0 ? leaveFieldId('consents') : undefined}
          label={consents[statement]({ awardingBody })}
          error={index === 0 ? props.error('consents') : undefined}
          checked={props.ticked.has(statement)}
          onChange={(event) => props.tick(statement, event.target.checked)}
        />
      ))}
      <CheckboxField
        id={leaveFieldId('isInformationConfirmed')}
        label={words.information}
        error={props.error('isInformationConfirmed')}
        checked={props.ticked.has('information')}
        onChange={(event) => props.tick('information', event.target.checked)}
      />
    </fieldset>
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
