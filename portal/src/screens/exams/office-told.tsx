import { useMessages } from '@exam/ui/i18n';
import { Card, InstantText, Notice } from '@exam/ui/parts';
import { examsWords } from '../../messages/exams.ts';
import type { Registration } from '../application/people.tsx';

/** What the office told about this exam: the decision about a special arrangement, and messages to everybody of the session. */
export function OfficeTold({ exam: { specialArrangement, officeMessages } }: { exam: Registration }) {
  const words = useMessages(examsWords).detail;
  return (
    <>
      {specialArrangement !== null && (
        <Notice tone="info" title={specialArrangement.isGranted ? words.arrangementGranted : words.arrangementRefused}>
          <p className="whitespace-pre-line">{specialArrangement.conditions}</p>
        </Notice>
      )}
      {officeMessages.length > 0 && (
        <Card>
          <h2 className="mb-3 text-xl">{words.officeMessages}</h2>
          <ul className="grid gap-4">
            {officeMessages.map((message) => (
              <li key={`${message.sentAt} ${message.title}`}>
                <h3 className="font-bold">{message.title}</h3>
                <p className="text-sm text-ink-2">
                  <InstantText at={message.sentAt} />
                </p>
                <p className="whitespace-pre-line">{message.text}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
