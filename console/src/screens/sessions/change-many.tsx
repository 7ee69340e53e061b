import type { SessionDetail } from '@exam/contract/staff';
import { SelectField, TextAreaField, TextField } from '@exam/ui/form';
import { newIdempotencyKey } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Dialog, Notice, showToast, Skeleton } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState, type ReactNode } from 'react';
import { staffApi } from '../../app/api.ts';
import type { BulkAction, BulkDialogProps } from '../../list/bulk-bar.tsx';
import { oneByOne, type Outcome } from '../../list/one-by-one.ts';
import type { SessionsMessages } from '../../messages/en/sessions.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { loadAgain } from '../../page/index.ts';
import { optionsOf, useChoices } from './choices.ts';

/** More are too many to be looked at before they are changed. */
const mostAtOnce = 100;
const shortestReason = 5;
const examples = 10;

type Left = { session: SessionDetail; reason: string };
type Props = BulkDialogProps & {
  title: string;
  act: SessionDetail['actions'][number];
  /** Why this one cannot be changed so, beyond what its state says. */
  leftOut?: (session: SessionDetail) => string | null;
  isReady?: boolean;
  change: (session: SessionDetail, reason: string) => Promise<unknown>;
  fields?: (sessions: readonly SessionDetail[]) => ReactNode;
};

/** What may be done with several sessions: each is done by the same call as on the page of one. */
export const actsOnMany = (words: SessionsMessages): BulkAction[] => [
  { key: 'venue', label: words.many.venue, dialog: Venues },
  { key: 'capacity', label: words.changeCapacity, dialog: Capacities },
  { key: 'close', label: words.closeNow, dialog: CloseNow },
];

function Venues(props: BulkDialogProps) {
  const words = useMessages(sessionsWords);
  const { venues } = useChoices();
  const [venueId, setVenueId] = useState('');
  const chosen = venues.find(({ id }) => id === venueId);
  return (
    <ChangeMany
      {...props}
      title={words.many.venue}
      act="edit"
      isReady={chosen !== undefined}
      leftOut={({ cityId, venueId: current }) =>
        cityId !== chosen?.cityId ? words.many.otherCity : current === venueId ? words.many.already : null
      }
      change={({ id, version }, reason) =>
        staffApi('sessions.edit', { params: { id }, body: { version, venueId, reason } }, quietly())
      }
      fields={(sessions) => (
        <>
          <p className="mb-3">{words.editText}</p>
          <SelectField
            label={words.venue}
            value={venueId}
            options={optionsOf(venues.filter(({ cityId }) => sessions.some((session) => session.cityId === cityId)))}
            onChange={(event) => setVenueId(event.target.value)}
          />
        </>
      )}
    />
  );
}

function Capacities(props: BulkDialogProps) {
  const words = useMessages(sessionsWords);
  const [seat, setSeat] = useState('');
  return (
    <ChangeMany
      {...props}
      title={words.changeCapacity}
      act="changeCapacity"
      isReady={/^\d{1,5}$/.test(seat)}
      leftOut={({ held, confirmed }) => (Number(seat) < held + confirmed ? words.many.taken(held + confirmed) : null)}
      change={({ id, version }, reason) =>
        staffApi(
          'sessions.changeCapacity',
          { params: { id }, body: { version, seat: Number(seat), reason } },
          quietly(),
        )
      }
      fields={() => (
        <TextField
          label={words.capacity}
          inputMode="numeric"
          maxLength={5}
          value={seat}
          onChange={(event) => setSeat(event.target.value)}
        />
      )}
    />
  );
}

function CloseNow(props: BulkDialogProps) {
  const words = useMessages(sessionsWords);
  return (
    <ChangeMany
      {...props}
      title={words.closeNow}
      act="changeWindow"
      leftOut={({ availability }) =>
        availability === 'Available' || availability === 'Full' ? null : words.many.notOpen
      }
      change={({ id, version, publishStartAt }, reason) =>
        staffApi(
          'sessions.changeWindow',
          { params: { id }, body: { version, publishStartAt, publishEndAt: null, reason } },
          quietly(),
        )
      }
      fields={() => <p className="mb-3">{words.closeNowText}</p>}
    />
  );
}

/** Told by the dialog and not by a toast; each act has a key of its own. */
const quietly = () => ({ isQuiet: true, idempotencyKey: newIdempotencyKey() });

/** Shows what is chosen and who has a place there, asks, changes one after the other, and says which stayed as they were. */
function ChangeMany(props: Props) {
  const { ids, onClose } = props;
  const words = useMessages(sessionsWords);
  const chosen = ids.slice(0, mostAtOnce + 1);
  const query = useQuery({
    queryKey: ['object', 'chosenSessions', chosen],
    queryFn: ({ signal }) => readAll(chosen, signal),
    enabled: ids.length <= mostAtOnce,
    // They are changed as they were when they were looked at; who decides on an older state is told (S-1).
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (query.data !== undefined) return <Form {...props} sessions={query.data} />;
  return (
    <Dialog open title={props.title} onClose={onClose}>
      {ids.length > mostAtOnce && <Notice tone="warning">{words.many.tooMany(mostAtOnce)}</Notice>}
      {query.isError && <Notice tone="error">{query.error.message}</Notice>}
      {query.isFetching && <Skeleton count={3} />}
    </Dialog>
  );
}

async function readAll(ids: readonly string[], signal: AbortSignal): Promise<SessionDetail[]> {
  const sessions: SessionDetail[] = [];
  for (const id of ids) sessions.push(await staffApi('sessions.get', { params: { id } }, { signal, isQuiet: true }));
  return sessions;
}

/** Which of them can be changed so, and why the others cannot. */
function sorted({ sessions, act, leftOut }: Props & { sessions: readonly SessionDetail[] }, notNow: string) {
  const wanted: SessionDetail[] = [];
  const left: Left[] = [];
  for (const session of sessions) {
    const reason = session.actions.includes(act) ? (leftOut?.(session) ?? null) : notNow;
    if (reason === null) wanted.push(session);
    else left.push({ session, reason });
  }
  return { wanted, left };
}

function Form(props: Props & { sessions: readonly SessionDetail[] }) {
  const { title, sessions, onClose, onDone } = props;
  const words = useMessages(sessionsWords).many;
  const form = useId();
  const [reason, setReason] = useState('');
  const [isEarly, setEarly] = useState(false);
  const [doneCount, setDoneCount] = useState(0);
  const { wanted, left } = sorted(props, words.notNow);
  const run = useMutation({
    mutationFn: async () => await oneByOne(wanted, (session) => props.change(session, reason.trim()), setDoneCount),
    onSuccess: async ({ done, refused, lost }) => {
      onDone(done.map(({ id }) => id));
      await loadAgain();
      if (done.length > 0) void showToast(words.done(done.length), 'success');
      if (refused.length === 0 && lost === null) onClose();
    },
  });
  const isReady = props.isReady !== false && reason.trim().length >= shortestReason && wanted.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEarly(!isReady);
    if (isReady && !run.isPending) run.mutate();
  };
  if (run.data !== undefined) return <Rest title={title} outcome={run.data} onClose={onClose} />;
  const confirm = (
    <Button type="submit" form={form} busy={run.isPending}>
      {words.change(wanted.length)}
    </Button>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={confirm}>
      <form id={form} noValidate onSubmit={submit}>
        {props.fields?.(sessions)}
        <Chosen sessions={wanted} />
        {props.isReady !== false && left.length > 0 && (
          <LeftList title={words.leftOut(left.length)} left={left} most={examples} />
        )}
        <Reason value={reason} onChange={setReason} />
        {isEarly && !isReady && <Problem text={words.notReady} />}
        {run.isError && <Problem text={run.error.message} />}
        {run.isPending && <output>{words.progress({ done: doneCount, of: wanted.length })}</output>}
      </form>
    </Dialog>
  );
}

/** What was not changed, and what nobody knows of. */
function Rest({ title, outcome, onClose }: { title: string; outcome: Outcome<SessionDetail>; onClose: () => void }) {
  const words = useMessages(sessionsWords).many;
  const name = useName();
  const refused = outcome.refused.map(({ thing: session, reason }) => ({ session, reason }));
  return (
    <Dialog open title={title} onClose={onClose}>
      {outcome.lost !== null && <Problem text={words.lost(name(outcome.lost))} />}
      {refused.length > 0 && <LeftList title={words.notDone(refused.length)} left={refused} />}
    </Dialog>
  );
}

function Reason({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const words = useMessages(sessionsWords).many;
  return (
    <TextAreaField
      label={words.reason}
      hint={words.reasonHint}
      rows={2}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Problem({ text }: { text: string }) {
  return (
    <Notice tone="error" live>
      {text}
    </Notice>
  );
}

/** How many are chosen, how many places are taken in them, and the first of them. */
function Chosen({ sessions }: { sessions: readonly SessionDetail[] }) {
  const words = useMessages(sessionsWords).many;
  const name = useName();
  const people = sessions.reduce((sum, { held, confirmed }) => sum + held + confirmed, 0);
  return (
    <>
      <p className="mt-3 font-bold">{words.touched({ sessions: sessions.length, people })}</p>
      <ul className="mb-4 list-disc pl-6">
        {sessions.slice(0, examples).map((session) => (
          <li key={session.id}>
            {name(session)} · {words.places(session.held + session.confirmed)}
          </li>
        ))}
        {sessions.length > examples && <li>{words.more(sessions.length - examples)}</li>}
      </ul>
    </>
  );
}

function LeftList({ title, left, most = left.length }: { title: string; left: readonly Left[]; most?: number }) {
  const name = useName();
  const words = useMessages(sessionsWords).many;
  return (
    <>
      <p>{title}</p>
      <ul className="mb-4 list-disc pl-6">
        {left.slice(0, most).map(({ session, reason }) => (
          <li key={session.id}>
            {name(session)}: {reason}
          </li>
        ))}
        {left.length > most && <li>{words.more(left.length - most)}</li>}
      </ul>
    </>
  );
}

/** A session by its exam, day, time and place. */
function useName(): (session: SessionDetail) => string {
  const formats = useFormats();
  return ({ productName, examDate, startTime, venueName, cityName }) =>
    `${productName}, ${formats.date(examDate)} ${startTime}, ${venueName ?? cityName}`;
}
