import { adultAge } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { eachByItself } from '#platform/each';
import type { Job } from '#platform/outbox';
import { currentCaller } from '#platform/http/request-context';
import { blindIndex } from '#platform/vault';
import { carriedFrom, insertCase, numberOf } from './cases.ts';
import { countNotice } from './limits.ts';
import {
  type Case,
  type LinkKind,
  type LinkMessage,
  linkUntil,
  lockCase,
  mustAgree,
  readCase,
  waitsUntil,
  writeLink,
} from './links.ts';
import { type Thing, thingOf } from './things.ts';

/**
 * The job that asks the guardians of registrations, bookings or requests of minors that have been ordered, asked for, confirmed, revived, corrected
 * or given back; safe to repeat. Nothing has to wait until it is done: as long as a guardian is not asked, they are waited for.
 * @param caller whose address is counted, where it is not the request's that is being served; `isAnew` whether who was asked and has not agreed is asked once more: another was named meanwhile, or no link opened.
 */
export function askGuardians(
  objectIds: readonly string[],
  { isAnew = false, caller = currentCaller() }: { isAnew?: boolean; caller?: string | null } = {},
): Job {
  const hash = caller === null ? null : blindIndex('guardian.caller', caller).toString('hex');
  return { task: 'guardians.ask', payload: { objectIds, caller: hash, isAnew } };
}

/** Does the job, each by itself. @throws the first of the errors, once all the others are asked. */
export async function askAll({
  objectIds,
  ...how
}: Omit<Asking, 'objectId'> & { objectIds: readonly string[] }): Promise<void> {
  await eachByItself(objectIds, (objectId) => inTransaction((tx) => askAbout(tx, { objectId, ...how })));
}

type Asking = { objectId: string; caller: string | null; isAnew: boolean };

/** Asks the guardian who is named, once a sitting, and tells whoever was asked about the child before another was named (decision 0076). */
async function askAbout(tx: Tx, { objectId, caller, isAnew }: Asking): Promise<void> {
  const thing = await thingOf(tx, objectId);
  if (thing === null || !thing.isPlaced || thing.isRestricted) return;
  const now = await readNow(tx);
  if (thing.beginsAt !== null && thing.beginsAt <= now) return;
  if (thing.guardianKey !== null) {
    const known = await lockCase(tx, of(thing, thing.guardianKey));
    if (known && isToAsk(known, isAnew))
      await send(tx, { known, kind: 'asked', message: 'guardianNotice', thing, caller, now });
  }
  for (const former of await formersOf(tx, thing)) {
    const known = await caseHere(tx, former, thing);
    if (known) await send(tx, { known, kind: 'told', message: 'guardianReplaced', thing, caller, now });
  }
}

const of = ({ accountId, personKey, sitting }: Thing, numberKey: Buffer) =>
  sql<boolean>`account_id = ${accountId} and person_key = ${personKey} and sitting = ${sitting} and mobile_key = ${numberKey}`;

/** Nobody is asked twice for one thing; who objected to it and was refused is asked by whoever refused. */
const isToAsk = ({ askedAt, agreedAt, isObjected }: Case, isAnew: boolean) =>
  !isObjected && (askedAt === null || (isAnew && agreedAt === null));

type Sent = { known: Case; kind: LinkKind; message: LinkMessage; thing: Thing; caller: string | null; now: string };

/** When it is their turn; what would then come too late to be answered goes at once. Nothing goes that comes too late as it is. */
export async function send(tx: Tx, { known, kind, message, thing, caller, now }: Sent): Promise<void> {
  const isLastWord = kind !== 'told' && mustAgree(known, thing);
  const end = (told: string) => (isLastWord ? linkUntil(told, thing) : waitsUntil(told, thing));
  if (end(now) <= now) return;
  const mobile = numberOf(known);
  const turn = await countNotice(tx, { accountId: known.accountId, mobile, numberKey: known.numberKey, caller, now });
  const dueAt = turn < end(turn) ? turn : now;
  await writeLink(tx, { known, kind, message, mobile, thing, isLastWord, dueAt });
}

/** The last case of each guardian of the child who was asked before this was made, is not named for it, and has not been told since. */
async function formersOf(tx: Tx, thing: Thing): Promise<string[]> {
  if (thing.birthKey === null || thing.ageClass === null || thing.ageClass >= adultAge) return [];
  const { rows } = await sql<{ id: string }>`
    select (array_agg(said.id order by said.asked_at desc nulls last))[1] as id from guardian_said said
    join sitting_begins thing on thing.object_id = ${thing.objectId}
    where said.account_id = ${thing.accountId} and said.birth_key = ${thing.birthKey}
      and said.mobile_key is distinct from ${thing.guardianKey} and not thing.is_corrected
    group by said.mobile_key, thing.made_at
    having max(said.asked_at) < thing.made_at and not coalesce(max(said.told_at) > max(said.asked_at), false)
    order by said.mobile_key`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The case of that guardian for this sitting, opened and locked. */
async function caseHere(tx: Tx, formerId: string, thing: Thing): Promise<Case | null> {
  const former = await readCase(tx, await carriedFrom(tx, formerId));
  const { accountId, personKey, birthKey, sitting } = thing;
  if (former === null || birthKey === null) return null;
  await insertCase(tx, {
    accountId,
    personKey,
    birthKey,
    sitting,
    number: numberOf(former),
    relation: former.relation,
  });
  return await lockCase(tx, of(thing, former.numberKey));
}
