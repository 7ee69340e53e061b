import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { staffApi } from '../app/api.ts';
import { type ReasonFor, reasonQuestion } from '../app/questions.ts';
import { refusalOf } from '../app/refusal.ts';
import { frameWords } from '../messages/frame.ts';

/** Why the last record of a child was opened: the next one opens for the same by Enter. It lives as long as the window. */
let last: string | null = null;

/** Asks why records of minors are opened, once a day for each child, where a standing approval lets the reader (3-domain 6.3). */
export function ReasonDialog() {
  const about = useSyncExternalStore(reasonQuestion.subscribe, reasonQuestion.current, reasonQuestion.current);
  return about === null ? null : <Reason key={about.recordIds.join()} about={about} />;
}

function Reason({ about }: { about: ReasonFor }) {
  const { reasons: words, somethingWrong } = useMessages(frameWords);
  const [typed, setTyped] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const first = useRef<HTMLDivElement>(null);
  const giving = useMutation({
    mutationFn: (reason: string) => staffApi('minors.giveReason', { body: { ...about, reason } }, { isQuiet: true }),
    onSuccess: (_, reason) => {
      last = reason;
      reasonQuestion.answer(true);
    },
  });
  // The dialog gives its close button the focus; here it is the reason that Enter gives.
  useEffect(() => first.current?.querySelector('button')?.focus(), []);
  const ready = [...new Set([...(last === null ? [] : [last]), ...words.ready])];
  const give = (reason: string) => {
    if (!giving.isPending) giving.mutate(reason);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = typed.trim();
    setTooShort(reason.length < 5);
    if (reason.length >= 5) give(reason);
  };
  return (
    <Dialog open title={words.title} onClose={() => reasonQuestion.answer(false)}>
      <p className="mb-4">{words.text(about.recordIds.length)}</p>
      <div ref={first} className="mb-6 grid gap-2" data-ready-reasons>
        {ready.map((reason, place) => (
          <Button
            key={reason}
            variant={place === 0 ? 'primary' : 'secondary'}
            busy={giving.isPending && giving.variables === reason}
            onClick={() => give(reason)}
          >
            {reason}
          </Button>
        ))}
      </div>
      <form onSubmit={submit} noValidate className="grid gap-3">
        <TextField
          label={words.other}
          hint={words.hint}
          value={typed}
          maxLength={500}
          error={isTooShort ? words.tooShort : refusalOf(giving.error, somethingWrong)}
          onChange={(event) => {
            setTyped(event.target.value);
            setTooShort(false);
          }}
        />
        <div className="flex justify-end">
          <Button type="submit" variant="secondary">
            {words.open}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
