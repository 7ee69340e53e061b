import { plainCharacters } from '@exam/contract/rules';
import type { RollEntry } from '@exam/contract/staff';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { examDayWords } from '../../messages/exam-day.ts';
import { useStaffAction } from '../../page/index.ts';

type Findable = Pick<RollEntry, 'candidateName' | 'candidateNameZh' | 'code' | 'idEnd'>;

/** Whether all that is sought is in a name, in either order, in the code or in the end of the document's number. */
export function isFound({ candidateName, candidateNameZh, code, idEnd }: Findable, sought: string): boolean {
  const all = plain([candidateName, candidateNameZh ?? '', code, idEnd].join(' '));
  return plain(sought)
    .split(' ')
    .every((part) => all.includes(part));
}

const plain = (text: string) => plainCharacters(text).toLowerCase().trim().replaceAll(/\s+/gu, ' ');

type FindInRollProps = {
  sessionId: string;
  sought: string;
  onSeek: (sought: string) => void;
  /** The only one found, who may be marked now; null for nobody. */
  only: RollEntry | null;
};

/** Narrows a list of the exam day while one types; at the door Enter marks the only one found as present. */
export function FindInRoll({ sessionId, sought, onSeek, only }: FindInRollProps) {
  const words = useMessages(examDayWords);
  const { act } = useStaffAction('examDay.mark', { onDone: () => onSeek('') });
  return (
    <form
      className="mt-4 max-w-form print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (only === null) return;
        const { id: applicationId, version } = only;
        act({ params: { id: sessionId, applicationId }, body: { mark: 'Present', version } });
      }}
    >
      <TextField
        type="search"
        label={words.findPerson}
        hint={only === null ? words.findHint : words.enterMarks(only.candidateName)}
        maxLength={60}
        autoComplete="off"
        value={sought}
        onChange={(event) => onSeek(event.target.value)}
      />
    </form>
  );
}
