import { letterStates } from '@exam/contract/machines';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card } from '@exam/ui/parts';
import { useState } from 'react';
import { saveFile } from '../../app/save-file.ts';
import { examsWords } from '../../messages/exams.ts';
import type { Registration } from '../application/people.tsx';

/** The confirmation letter when it is there, else from when; the exam for one's calendar. */
export function LetterCard({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  if (!letterStates.some((state) => state === exam.status)) return null;
  const { isAvailable } = exam.letter;
  return (
    <Card className="no-print">
      <h2 className="mb-2 text-xl">{words.letter}</h2>
      <LetterText exam={exam} />
      <p className="mt-3 flex flex-wrap gap-3">
        {isAvailable && (
          <FileButton
            label={words.letterGet}
            save={() =>
              saveFile({ name: 'application.letter', params: { applicationId: exam.id } }, words.letterFile(exam.code))
            }
          />
        )}
        <FileButton
          isSecondary
          label={words.calendar}
          save={() =>
            saveFile({ name: 'application.calendarFile', params: { id: exam.id } }, words.calendarFile(exam.code))
          }
        />
      </p>
    </Card>
  );
}

function LetterText({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  const formats = useFormats();
  const { isAvailable, availableFrom } = exam.letter;
  if (!isAvailable) {
    return <p>{availableFrom === null ? words.letterNone : words.letterFrom(formats.deadline(availableFrom))}</p>;
  }
  return (
    <>
      <p>{words.letterReady}</p>
      <p className="text-ink-2">{words.emailStatus[exam.emailStatus]}</p>
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
