import type { NoteObject } from '@exam/contract/staff/work';
import { TextAreaField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Typed } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { staffApi } from '../app/api.ts';
import { pageWords } from '../messages/page.ts';
import { objectKey } from './object.ts';
import { Section } from './page-head.tsx';
import { useStaffAction } from './use-staff-action.ts';

/** Notes of staff among themselves about an object, and a place to write one. Candidates never see them. */
export function NotesPanel({ kind, id }: { kind: NoteObject; id: string }) {
  const words = useMessages(pageWords);
  const [text, setText] = useState('');
  const params = { objectKind: kind, objectId: id };
  const { data } = useQuery({
    queryKey: objectKey(kind, id, 'notes'),
    queryFn: ({ signal }) => staffApi('notes.list', { params }, { signal, isQuiet: true }),
  });
  const { act, isBusy } = useStaffAction('notes.add', { done: words.noteAdded, onDone: () => setText('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') act({ params, body: { text: text.trim() } });
  };
  return (
    <Section title={words.notes}>
      <form onSubmit={submit} className="mb-4">
        <TextAreaField
          label={words.note}
          hint={words.noteHint}
          rows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="secondary" small className="mt-2" busy={isBusy}>
          {words.addNote}
        </Button>
      </form>
      {data?.list.length === 0 && <p className="text-ink-2">{words.noNotes}</p>}
      <ul className="grid gap-3">
        {data?.list.map((note) => (
          <li key={note.id} className="page-note">
            <p className="timeline-when">
              <InstantText at={note.writtenAt} /> · {note.isOwn ? words.you : note.writtenBy}
            </p>
            <p>
              <Typed>{note.text}</Typed>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
