import type { SessionDetail } from '@exam/contract/staff';
import { RadioTiles, SelectField, TextField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { MomentField } from '../../fields/index.ts';
import type { BulkAction, BulkDialogProps } from '../../list/bulk-bar.tsx';
import { ChangeMany, quietly, type Many } from '../../list/change-many.tsx';
import { manyWords } from '../../messages/many.ts';
import type { SessionsMessages } from '../../messages/en/sessions.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { optionsOf, useChoices } from './choices.ts';
import { instantOfLocal, PriceFields, pricesOf, typedPrices, type TypedPrices } from './price-fields.tsx';

/** What may be done with several sessions: each is done by the same call as on the page of one. */
export const actsOnMany = (words: SessionsMessages): BulkAction[] => [
  { key: 'venue', label: words.many.venue, dialog: Venues },
  { key: 'capacity', label: words.changeCapacity, dialog: Capacities },
  { key: 'end', label: words.many.end, dialog: Ends },
  { key: 'fees', label: words.changeFees, dialog: Fees },
];

function Venues(props: BulkDialogProps) {
  const words = useMessages(sessionsWords);
  const { venues } = useChoices();
  const [venueId, setVenueId] = useState('');
  const chosen = venues.find(({ id }) => id === venueId);
  return (
    <ChangeMany
      {...props}
      {...useSessions('edit')}
      title={words.many.venue}
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
      {...useSessions('changeCapacity')}
      title={words.changeCapacity}
      isReady={/^\d{1,5}$/.test(seat)}
      leftOut={(session) => (Number(seat) < takenIn(session) ? words.many.taken(takenIn(session)) : null)}
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

/** Registration ends now, or at a moment; whatever was to open later opens when it was to. */
function Ends(props: BulkDialogProps) {
  const words = useMessages(sessionsWords);
  const [isNow, setNow] = useState(true);
  const [closes, setCloses] = useState('');
  const at = instantOfLocal(closes);
  return (
    <ChangeMany
      {...props}
      {...useSessions('changeWindow')}
      title={words.many.end}
      isReady={isNow || at !== null}
      leftOut={({ availability }) =>
        isNow && availability !== 'Available' && availability !== 'Full' ? words.many.notOpen : null
      }
      change={({ id, version, publishStartAt }, reason) =>
        staffApi(
          'sessions.changeWindow',
          { params: { id }, body: { version, publishStartAt, publishEndAt: isNow ? null : at, reason } },
          quietly(),
        )
      }
      fields={() => (
        <>
          <RadioTiles
            label={words.closes}
            name="end"
            value={isNow ? 'now' : 'at'}
            onChange={(event) => setNow(event.target.value === 'now')}
            options={[
              { value: 'now', label: words.closeNow, hint: words.closeNowText },
              { value: 'at', label: words.many.endAt, hint: words.windowText },
            ]}
          />
          {!isNow && <MomentField label={words.many.endAt} required value={closes} onChange={setCloses} />}
        </>
      )}
    />
  );
}

type Paper = SessionDetail['papers'][number];
type FeesBySubject = Readonly<Record<string, TypedPrices>>;

/** One price for each subject, in whichever session it is sat. Late entry is by days that each session has for itself, and stays. */
function Fees(props: BulkDialogProps) {
  const words = useMessages(sessionsWords);
  const [typed, setTyped] = useState<FeesBySubject>({});
  const shared = useSessions('changeFees');
  return (
    <ChangeMany
      {...props}
      {...shared}
      many={{ ...shared.many, done: words.many.proposed }}
      confirmLabel={words.many.propose}
      title={words.changeFees}
      isReady={Object.keys(typed).length > 0 && Object.values(typed).every((each) => pricesOf(each) !== null)}
      leftOut={(session) => (otherFees(session, typed).length === 0 ? words.many.sameFees : null)}
      change={(session, reason) =>
        staffApi(
          'sessions.proposeFees',
          { params: { id: session.id }, body: { version: session.version, papers: otherFees(session, typed), reason } },
          quietly(),
        )
      }
      fields={(_, sessions) => (
        <>
          <p className="mb-3">{words.many.feesText}</p>
          {subjectsIn(sessions).map(([first, ...others]) => (
            <fieldset key={first.subjectId} className="mb-4">
              <legend className="font-semibold">
                {first.subjectCode} {first.subjectName}
              </legend>
              {others.some((other) => !isSamePrice(other, first)) && <p className="mb-2">{words.many.feesDiffer}</p>}
              <PriceFields
                typed={typed[first.subjectId] ?? typedPrices(first)}
                set={(prices) => setTyped({ ...typed, [first.subjectId]: prices })}
                errors={() => undefined}
                path={first.subjectId}
                isLateLeftOut
              />
            </fieldset>
          ))}
        </>
      )}
    />
  );
}

/** The papers of these sessions, those of a subject together. */
function subjectsIn(sessions: readonly SessionDetail[]): [Paper, ...Paper[]][] {
  const bySubject = new Map<string, [Paper, ...Paper[]]>();
  for (const paper of sessions.flatMap(({ papers }) => papers)) {
    const known = bySubject.get(paper.subjectId);
    if (known === undefined) bySubject.set(paper.subjectId, [paper]);
    else known.push(paper);
  }
  return [...bySubject.values()];
}

const priceOf = ({ localFee, boardFee, vat, tierFees }: Pick<Paper, 'localFee' | 'boardFee' | 'vat' | 'tierFees'>) => ({
  localFee,
  boardFee,
  vat,
  tierFees: tierFees.map(({ from, to, localFee: fee }) => ({ from, to, localFee: fee })),
});
const isSamePrice = (one: Parameters<typeof priceOf>[0], other: Parameters<typeof priceOf>[0]) =>
  JSON.stringify(priceOf(one)) === JSON.stringify(priceOf(other));

/** The papers of a session whose price would be another one. */
function otherFees(session: SessionDetail, typed: FeesBySubject) {
  return session.papers.flatMap((paper) => {
    const of = typed[paper.subjectId];
    const prices = of === undefined ? null : pricesOf(of);
    if (prices === null || isSamePrice(prices, paper)) return [];
    const { sessionSubjectId, lateCharges } = paper;
    return [{ sessionSubjectId, ...priceOf(prices), lateCharges }];
  });
}

const takenIn = ({ held, confirmed }: SessionDetail) => held + confirmed;

/** What all acts on several sessions have in common: an act that a session's state does not allow leaves it out. */
function useSessions(act: SessionDetail['actions'][number]) {
  const words = useMessages(sessionsWords).many;
  const { notNow } = useMessages(manyWords);
  const formats = useFormats();
  const many: Many<SessionDetail> = {
    key: 'chosenSessions',
    read: readAll,
    nameOf: ({ productName, examDate, startTime, venueName, cityName }) =>
      `${productName}, ${formats.date(examDate)} ${startTime}, ${venueName ?? cityName}`,
    noteOf: (session) => words.places(takenIn(session)),
    touched: (sessions) =>
      words.touched({
        sessions: sessions.length,
        people: sessions.reduce((sum, session) => sum + takenIn(session), 0),
      }),
    done: words.done,
  };
  return {
    many,
    confirmLabel: words.change,
    reason: 'needed' as const,
    notNow: ({ actions }: SessionDetail) => (actions.includes(act) ? null : notNow),
  };
}

async function readAll(ids: readonly string[], signal: AbortSignal): Promise<SessionDetail[]> {
  const sessions: SessionDetail[] = [];
  for (const id of ids) sessions.push(await staffApi('sessions.get', { params: { id } }, { signal, isQuiet: true }));
  return sessions;
}
