import type { RegistrationPage } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { Button, InstantText } from '@exam/ui/parts';
import { download } from '../../app/download.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { ActionButton, Facts, GuardianWaitText, Section, wordOf } from '../../page/index.ts';

/** The confirmation letter: its version, from when, and how its mails went. */
export function Letters({ registration }: { registration: RegistrationPage }) {
  const words = useMessages(registrationWords);
  const { id, code, letters } = registration;
  const open = () => void download('applications.letter', { params: { id } }, words.letterFile(code));
  return (
    <Section
      title={words.letters}
      actions={
        <div className="flex flex-wrap gap-2">
          {letters.availableFrom !== null && letters.guardianWait === null && (
            <Button variant="secondary" small onClick={open}>
              {words.openLetter}
            </Button>
          )}
          {registration.can.sendLetter && (
            <ActionButton
              label={words.resend}
              call="applications.sendLetter"
              request={(reason) => ({ params: { id }, body: { reason } })}
              reason="needed"
              confirmLabel={words.resend}
              done={words.resent}
            >
              <p className="mb-4">{words.resendText}</p>
            </ActionButton>
          )}
        </div>
      }
    >
      <LetterFacts registration={registration} />
    </Section>
  );
}

function LetterFacts({ registration: { letters, letter } }: { registration: RegistrationPage }) {
  const words = useMessages(registrationWords);
  const { availableFrom, isAvailable, guardianWait, version, announcedVersion, mails } = letters;
  const from =
    availableFrom === null ? words.letterNone : isAvailable ? words.letterNow : <InstantText at={availableFrom} />;
  const sent = (
    <ul>
      {mails.map((mail, at) => (
        <li key={`${mail.at}-${at}`}>
          <InstantText at={mail.at} /> · {wordOf(words.mailStates, mail.state)}
        </li>
      ))}
    </ul>
  );
  return (
    <Facts
      items={[
        { term: words.version, detail: words.letterVersion(version, announcedVersion) },
        { term: words.letterFrom, detail: from },
        ...(guardianWait === null ? [] : [{ term: words.waits, detail: <GuardianWaitText wait={guardianWait} /> }]),
        { term: words.letter, detail: words.letterStates[letter] },
        { term: words.mails, detail: mails.length === 0 ? null : sent },
      ]}
    />
  );
}
