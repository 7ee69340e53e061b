import { letterStates } from '@exam/contract/machines';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card } from '@exam/ui/parts';
import { useState } from 'react';
import { saveFile } from '../../app/files/save-file.ts';
import { useSession } from '../../app/session/session.ts';
import { examsWords } from '../../messages/exams.ts';
import { candidateName } from '../../page/candidates.ts';
import { GuardianWaitText } from '../application/guardian-wait.tsx';
import type { Registration } from '../application/people.tsx';
import { OfflineLine } from './offline-line.tsx';

type LetterCardProps = {
  exam: Registration;
  /** One of several on a page, which has to say whose it is, and keeps exams for a day without a network once for all. */
  isOneOfMany?: boolean;
};

/** The confirmation letter when it is there, else from when; the exam for one's calendar. */
export function LetterCard({ exam, isOneOfMany = false }: LetterCardProps) {
  const words = useMessages(examsWords).detail;
  if (!letterStates.some((state) => state === exam.status)) return null;
  const { isAvailable } = exam.letter;
  return (
    <Card className="no-print">
      <h2 className="mb-2 text-xl">{words.letter}</h2>
      {isOneOfMany && (
        <p className="mb-2 font-bold">
          {candidateName(exam.applicationCandidate)} · {exam.examInfo.subjectName}
        </p>
      )}
      <LetterText exam={exam} />
      <p className="mt-3 flex flex-wrap gap-3">
        {isAvailable && <LetterButton id={exam.id} code={exam.code} />}
        <FileButton
          isSecondary
          label={words.calendar}
          save={() =>
            saveFile({ name: 'application.calendarFile', params: { id: exam.id } }, words.calendarFile(exam.code))
          }
        />
      </p>
      {!isOneOfMany && <OfflineLine />}
    </Card>
  );
}

/** Downloads the letter of an exam that has one. */
export function LetterButton({ id, code }: { id: string; code: string }) {
  const words = useMessages(examsWords).detail;
  return (
    <FileButton
      label={words.letterGet}
      save={() => saveFile({ name: 'application.letter', params: { applicationId: id } }, words.letterFile(code))}
    />
  );
}

function LetterText({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  const formats = useFormats();
  const { user } = useSession();
  // Nothing is mailed to an account without an address; one that was mailed stays told.
  const isByMail = exam.emailStatus !== 'NotSent' || user?.email !== '';
  const { isAvailable, availableFrom, guardianWait } = exam.letter;
  if (guardianWait !== null) return <GuardianWaitText id={exam.id} wait={guardianWait} />;
  if (!isAvailable && availableFrom !== null) return <p>{words.letterFrom(formats.beginning(availableFrom))}</p>;
  if (!isAvailable) {
    const waitsForVenue = exam.publishStatus === 'Published' && exam.examInfo.venue === null;
    return <p>{waitsForVenue ? words.letterWithoutVenue(exam.session.officeEmail) : words.letterNone}</p>;
  }
  return (
    <>
      <p>{words.letterReady}</p>
      <p className="text-ink-2">{isByMail ? words.emailStatus[exam.emailStatus] : words.letterNotMailed}</p>
    </>
  );
}

function FileButton(props: { label: string; isSecondary?: boolean; save: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    void props.save().finally(() => setBusy(false));
  };
  return (
    <Button variant={props.isSecondary ? 'secondary' : 'primary'} busy={isBusy} onClick={press}>
      {props.label}
    </Button>
  );
}
