import type { HeldData, KeptClass } from '@exam/contract/entities';
import {
  adultAge,
  keptUntilAfter,
  keptUntilAfterDate,
  type RetentionClass,
  retentionClasses,
  retentionTable,
} from '@exam/contract/rules';
import { sql } from 'kysely';
import { isCandidateHeld, lastUse, maskedIdNo, unagreedSince } from '#people/candidates';
import { isCartLine, isLineHeld } from '#registering/applications';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { type Kept, keptOfAccount, keptOfPeople } from './kept-rows.ts';

type Shown = KeptClass & { isHeld: boolean };

/** What is held of an account and of each candidate it saved, and until when, by the table of periods (PIPL 45, S-18). */
export async function heldData(tx: Tx, accountId: string): Promise<HeldData> {
  const people = await peopleOf(tx, accountId);
  const kept = await keptOfPeople(tx, accountId);
  const now = await readNow(tx);
  const unagreed = await unagreedSince(tx, { accountId, ids: people.map(({ id }) => id) });
  // The evidence of consents outlives somebody who is forgotten: it is the account's, and ends by itself.
  const ofForgotten = kept.filter(({ candidateId }) => people.every(({ id }) => id !== candidateId));
  return {
    account: [...presentKept(await keptOfAccount(tx, accountId)), ...presentKept(ofForgotten)].map((each) =>
      lawfully(each, { state: 'Saved', waitsUntil: null, now }),
    ),
    candidates: people.map(({ lastUse, lastLine, holdsLine, waitsUntil, isHeld, id_no_sealed, ...person }) => {
      const typedAt = unagreed.get(person.id);
      const own: Kept = typedAt
        ? { class: 'unagreedChild', count: 1, started: typedAt, isHeld }
        : { class: 'candidate', count: 1, started: lastUse, isHeld };
      const shown = presentKept([own, ...kept.filter(({ candidateId }) => candidateId === person.id)]);
      const ends = person.state === 'Removed' ? withLastRecord(shown, { lastLine, holdsLine }) : shown;
      return {
        ...person,
        idNo: maskedIdNo({ id: person.id, id_no_sealed }),
        kept: ends.map((each) =>
          lawfully({ ...each, isHeld: each.isHeld || isHeld }, { state: person.state, waitsUntil, now }),
        ),
      };
    }),
  };
}

type Standing = Pick<Person, 'state' | 'waitsUntil'> & { now: string };

/** No day is known for somebody who is gone from the list and held, nor for what is held beyond its period. */
function lawfully({ isHeld, ...each }: Shown, { state, waitsUntil, now }: Standing): KeptClass {
  const isPerson = each.class === 'candidate';
  if (isPerson && state === 'Restricted') return { ...each, until: waitsUntil, isKeptByLaw: true };
  const isOver = isPerson ? state === 'Removed' : each.until !== null && each.until <= now;
  return isHeld && isOver ? { ...each, until: null, isKeptByLaw: true } : each;
}

/**
 * Whoever was taken off the list goes with the last registration or booking that names them, or line of the cart, and after seven years without
 * use at the latest: that is the day as long as a hold on a record keeps it, which has names of its own.
 */
function withLastRecord(
  kept: readonly Shown[],
  { lastLine, holdsLine }: Pick<Person, 'lastLine' | 'holdsLine'>,
): Shown[] {
  const records = kept.filter((each) => each.class === 'examRecord' || each.class === 'lapsedOrder');
  const ends = [
    ...records.flatMap(({ until }) => until ?? []),
    ...(lastLine === null ? [] : [keptUntilAfter('draft', lastLine)]),
  ];
  const last = ends.toSorted().at(-1);
  if (last === undefined || holdsLine || records.some((each) => each.isHeld || each.until === null)) return [...kept];
  return kept.map((each) =>
    each.class === 'candidate' && each.until !== null && last < each.until ? { ...each, until: last } : each,
  );
}

/** In the order of the table; one class that is counted in several places is one line, with the latest end. */
function presentKept(all: readonly Kept[]): Shown[] {
  return retentionClasses.flatMap((of) => {
    const same = all.filter((each) => each.class === of && each.count > 0);
    if (same.length === 0) return [];
    const ends = same.map(({ started }) => untilOf(of, started));
    const until = ends.includes(null) ? null : (ends.toSorted((a, b) => (b ?? '').localeCompare(a ?? ''))[0] ?? null);
    const count = same.reduce((sum, each) => sum + each.count, 0);
    return [{ class: of, count, until, isKeptByLaw: false, isHeld: same.some(({ isHeld }) => isHeld) }];
  });
}

function untilOf(of: RetentionClass, started: string | null): string | null {
  if (started === null) return null;
  return retentionTable[of].isByDate ? keptUntilAfterDate(of, started) : keptUntilAfter(of, started);
}

type Person = Omit<HeldData['candidates'][number], 'idNo'> & {
  id_no_sealed: Buffer;
  lastUse: string;
  /** When the last line was begun that lies in the cart for them. */
  lastLine: string | null;
  /** Whether a hold keeps one of them. */
  holdsLine: boolean;
  waitsUntil: string | null;
  isHeld: boolean;
};

async function peopleOf(tx: Tx, accountId: string): Promise<Omit<Person, 'kept'>[]> {
  const { rows } = await sql<Omit<Person, 'kept'>>`
    select candidate.id, trim(candidate.last_name || ' ' || candidate.first_name) as name, candidate.id_no_sealed,
      age_by_year(candidate.birth_year, candidate.birthday_past_in, (app_now() at time zone 'Asia/Shanghai')::date) < ${adultAge} as "isMinor",
      case when candidate.restricted_at is not null then 'Restricted' when candidate.deleted_at is not null then 'Removed' else 'Saved' end as state,
      ${lastUse}::text as "lastUse",
      (select max(application.created_at) from application
        where application.candidate_id = candidate.id and application.anonymised_at is null and ${isCartLine}) as "lastLine",
      exists (select from application
        where application.candidate_id = candidate.id and application.anonymised_at is null and ${isCartLine} and ${isLineHeld}) as "holdsLine",
      (select request.waits_until from rights_request request where request.candidate_id = candidate.id and request.kind = 'Deletion'
          and (not (request.is_by_relative or request.is_by_guardian) or request.waits_until is not null)
        order by request.received_at desc limit 1) as "waitsUntil",
      ${isCandidateHeld} as "isHeld"
    from candidate join account on account.id = candidate.account_id
    where candidate.account_id = ${accountId} and candidate.anonymised_at is null
    order by candidate.restricted_at is not null, candidate.deleted_at is not null, candidate.last_name, candidate.first_name, candidate.id`.execute(
    tx,
  );
  return rows;
}
