import type { RegistrationPage } from '@exam/contract/staff';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { registrationWords } from '../../messages/registrations.ts';
import { ActionButton, Section } from '../../page/index.ts';

/** The numbers that were named as the guardian's before: what waits for them, the way out where one was mistyped, and the way back where that was wrong. */
export function FormerGuardians({ registration }: { registration: RegistrationPage }) {
  const words = useMessages(registrationWords).former;
  const { formerGuardians, wrongNumbers } = registration;
  if (formerGuardians.length + wrongNumbers.length === 0) return null;
  return (
    <Section title={words.title}>
      {formerGuardians.length > 0 && <Waited registration={registration} />}
      {wrongNumbers.length > 0 && <FoundWrong registration={registration} />}
    </Section>
  );
}

function Waited({ registration }: { registration: RegistrationPage }) {
  const words = useMessages(registrationWords).former;
  const { instant } = useFormats();
  const { formerGuardians, id, version, can, numbersProposed } = registration;
  return (
    <>
      <p className="mb-4">{words.text}</p>
      <ul>
        {formerGuardians.map(({ caseId, mobile, toldAt }) => (
          <li key={caseId} className="mb-2 flex flex-wrap items-center gap-4">
            <span>{toldAt === null ? words.untold(mobile) : words.told(mobile, instant(toldAt))}</span>
            {numbersProposed.includes(caseId) && <Notice tone="warning">{words.waitsForSecond}</Notice>}
            {can.endFormer && !numbersProposed.includes(caseId) && (
              <ActionButton
                label={words.end}
                title={words.endTitle(mobile)}
                call="applications.endFormer"
                request={(reason) => ({ params: { id }, body: { version, caseId, reason } })}
                reason="needed"
                confirmLabel={words.ask}
                done={words.asked}
              >
                <p className="mb-4">{words.endText}</p>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function FoundWrong({ registration }: { registration: RegistrationPage }) {
  const words = useMessages(registrationWords).former;
  const { instant } = useFormats();
  const { wrongNumbers, id, version, can, numbersProposed } = registration;
  return (
    <>
      <p className="mb-4">{words.wrongText}</p>
      <ul>
        {wrongNumbers.map(({ caseId, mobile, foundAt, isObjector }) => (
          <li key={caseId} className="mb-2 flex flex-wrap items-center gap-4">
            <span>{(isObjector ? words.foundByPrivacy : words.found)(mobile, instant(foundAt))}</span>
            {numbersProposed.includes(caseId) && <Notice tone="warning">{words.reinstatementWaits}</Notice>}
            {can.endFormer && !numbersProposed.includes(caseId) && (
              <ActionButton
                label={words.reinstate}
                title={words.reinstateTitle(mobile)}
                call="applications.reinstateGuardian"
                request={(reason) => ({ params: { id }, body: { version, caseId, reason } })}
                reason="needed"
                confirmLabel={words.ask}
                done={words.asked}
              >
                <p className="mb-4">{words.reinstateText}</p>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
