import { newIdempotencyKey } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, Notice, showToast, Skeleton } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { manyWords } from '../messages/many.ts';
import { pageWords } from '../messages/page.ts';
import { isReasonRight, loadAgain, NotReady, ReasonField } from '../page/index.ts';
import type { BulkDialogProps } from './bulk-bar.tsx';
import { oneByOne, type Outcome } from './one-by-one.ts';
import { mostSelected } from './selection.ts';

const examples = 10;

type Left<Thing> = { thing: Thing; reason: string };

/** What several things have in common when they are changed by one act. */
export type Many<Thing> = {
  /** Names what is read, so that it is kept apart. */
  key: string;
  read: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Thing[]>;
  /** A thing by what people know it by. */
  nameOf: (thing: Thing) => string;
  /** What is to be known of one beside its name, such as how many places are taken in it. */
  noteOf?: (thing: Thing) => string;
  /** How many things there are, and how many people they touch. */
  touched: (things: readonly Thing[]) => string;
  done: (count: number) => string;
};

type Props<Thing> = BulkDialogProps & {
  many: Many<Thing>;
  title: string;
  confirmLabel: (count: number) => string;
  /** Why this one cannot be changed by this act, whatever is chosen in the fields. */
  notNow: (thing: Thing) => string | null;
  /** Why this one is not changed by what is chosen in the fields; asked once they are filled. */
  leftOut?: (thing: Thing) => string | null;
  /** Whether the further fields are filled. */
  isReady?: boolean;
  /** Absent: no reason is asked for. */
  reason?: 'needed';
  change: (thing: Thing, reason: string) => Promise<unknown>;
  /** What is chosen for those that are changed, of all that were ticked. */
  fields?: (things: readonly Thing[], all: readonly Thing[]) => ReactNode;
};

/** How each of several is changed: told by the dialog and not by a toast, under a key of its own. */
export const quietly = () => ({ isQuiet: true, idempotencyKey: newIdempotencyKey() });

/**
 * An act on several things of a list: shows what is chosen and whom it touches, asks, changes one after the other by the call that changes a single one, and
 * says which stayed as they were and why. At most a hundred.
 */
export function ChangeMany<Thing extends { id: string }>(props: Props<Thing>) {
  const { ids, many, onClose } = props;
  const words = useMessages(manyWords);
  const chosen = ids.slice(0, mostSelected + 1);
  const query = useQuery({
    queryKey: ['object', many.key, chosen],
    queryFn: ({ signal }) => many.read(chosen, signal),
    enabled: ids.length <= mostSelected,
    // They are changed as they were when they were looked at; who decides on an older state is told (S-1).
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (query.data !== undefined) return <Form {...props} things={query.data} />;
  return (
    <Dialog open title={props.title} onClose={onClose}>
      {ids.length > mostSelected && <Notice tone="warning">{words.tooMany(mostSelected)}</Notice>}
      {query.isError && <Notice tone="error">{query.error.message}</Notice>}
      {query.isFetching && <Skeleton count={3} />}
    </Dialog>
  );
}

type FormProps<Thing> = Props<Thing> & { things: readonly Thing[] };

/** Which of them are changed, and why the others are not. */
function sorted<Thing>({ things, notNow, leftOut, isReady }: FormProps<Thing>) {
  const wanted: Thing[] = [];
  const left: Left<Thing>[] = [];
  for (const thing of things) {
    const reason = notNow(thing) ?? (isReady === false ? null : (leftOut?.(thing) ?? null));
    if (reason === null) wanted.push(thing);
    else left.push({ thing, reason });
  }
  return { wanted, left };
}

function useRun<Thing extends { id: string }>(props: Props<Thing>, wanted: readonly Thing[]) {
  const { many, change, onDone, onClose } = props;
  const [tried, setTried] = useState(0);
  const run = useMutation({
    mutationFn: async (reason: string) => await oneByOne(wanted, (thing) => change(thing, reason), setTried),
    onSuccess: async ({ done, refused, lost }) => {
      onDone(done.map(({ id }) => id));
      await loadAgain();
      if (done.length > 0) void showToast(many.done(done.length), 'success');
      if (refused.length === 0 && lost === null) onClose();
    },
  });
  return { run, tried };
}

function Form<Thing extends { id: string }>(props: FormProps<Thing>) {
  const { title, many, onClose } = props;
  const words = useMessages(manyWords);
  const { reasonLength } = useMessages(pageWords);
  const form = useId();
  const [reason, setReason] = useState('');
  const [isEarly, setEarly] = useState(false);
  const { wanted, left } = sorted(props);
  const { run, tried } = useRun(props, wanted);
  const isFilled = props.isReady !== false && wanted.length > 0;
  const isRight = isReasonRight(props.reason, reason.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isReady = isFilled && isRight;
    setEarly(!isReady);
    if (isReady && !run.isPending) run.mutate(reason.trim());
  };
  if (run.data !== undefined) return <Rest {...props} outcome={run.data} />;
  const confirm = (
    <Button type="submit" form={form} busy={run.isPending}>
      {props.confirmLabel(wanted.length)}
    </Button>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={confirm}>
      <form id={form} noValidate onSubmit={submit}>
        {props.fields?.(wanted, props.things)}
        <Chosen many={many} things={wanted} />
        <LeftList {...{ many, left }} title={words.leftOut(left.length)} most={examples} />
        {props.reason !== undefined && (
          <ReasonField
            reason={props.reason}
            reasonHint={words.reasonHint}
            value={reason}
            error={isEarly && !isRight ? reasonLength : undefined}
            onChange={setReason}
          />
        )}
        {isEarly && !isFilled && <NotReady />}
        {run.isError && (
          <Notice tone="error" live>
            {run.error.message}
          </Notice>
        )}
        {run.isPending && <output>{words.progress({ done: tried, of: wanted.length })}</output>}
      </form>
    </Dialog>
  );
}

/** What was not changed, and what nobody knows of. */
function Rest<Thing extends { id: string }>({
  title,
  many,
  outcome,
  onClose,
}: Props<Thing> & { outcome: Outcome<Thing> }) {
  const words = useMessages(manyWords);
  const { refused, lost } = outcome;
  return (
    <Dialog open title={title} onClose={onClose}>
      {lost !== null && (
        <Notice tone="error" live>
          {words.lost(many.nameOf(lost))}
        </Notice>
      )}
      <LeftList many={many} title={words.notDone(refused.length)} left={refused} />
    </Dialog>
  );
}

/** How many are chosen, whom that touches, and the first of them. */
function Chosen<Thing extends { id: string }>({ many, things }: { many: Many<Thing>; things: readonly Thing[] }) {
  const words = useMessages(manyWords);
  return (
    <>
      <p className="mt-3 font-bold">{many.touched(things)}</p>
      <ul className="mb-4 list-disc pl-6">
        {things.slice(0, examples).map((thing) => (
          <li key={thing.id}>{[many.nameOf(thing), many.noteOf?.(thing)].filter(Boolean).join(' · ')}</li>
        ))}
        {things.length > examples && <li>{words.more(things.length - examples)}</li>}
      </ul>
    </>
  );
}

type LeftProps<Thing> = { many: Many<Thing>; title: string; left: readonly Left<Thing>[]; most?: number };

function LeftList<Thing extends { id: string }>({ many, title, left, most = left.length }: LeftProps<Thing>) {
  const words = useMessages(manyWords);
  if (left.length === 0) return null;
  return (
    <>
      <p>{title}</p>
      <ul className="mb-4 list-disc pl-6">
        {left.slice(0, most).map(({ thing, reason }) => (
          <li key={thing.id}>
            {many.nameOf(thing)}: {reason}
          </li>
        ))}
        {left.length > most && <li>{words.more(left.length - most)}</li>}
      </ul>
    </>
  );
}
