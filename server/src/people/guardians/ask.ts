import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { eachByItself } from '#platform/each';
import type { Job } from '#platform/outbox';
import { currentCaller } from '#platform/http/request-context';
import { blindIndex } from '#platform/vault';
import { insertCase, numberOf, setAside } from './cases.ts';
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
import { caseOf, type Thing, thingOf } from './things.ts';

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
    const known = await namedCase(tx, thing, thing.guardianKey);
    if (known && isToAsk(known, isAnew))
      await send(tx, { known, kind: 'asked', message: 'guardianNotice', thing, caller, now });
  }
  for (const former of await formersOf(tx, thing)) {
    const known = await caseHere(tx, former, thing);
    if (known) await send(tx, { known, kind: 'told', message: 'guardianReplaced', thing, caller, now });
  }
}

/**
 * Asks a number once more which is a guardian's of this child after all: about each of these, one a sitting, for which it is named; where another is named for the
 * first of them, it is told of that and may object to it.
 */
export async function askReinstated(
  tx: Tx,
  things: readonly Thing[],
  { id, numberKey }: Pick<Case, 'id' | 'numberKey'>,
) {
  const now = await readNow(tx);
  const isNamed = ({ guardianKey }: Thing) => guardianKey?.equals(numberKey) === true;
  for (const thing of new Map(things.filter(isNamed).map((each) => [each.sitting, each])).values())
    await askAbout(tx, { objectId: thing.objectId, caller: null, isAnew: true });
  const [first] = things;
  if (!first || isNamed(first)) return;
  const known = await caseHere(tx, id, first);
  if (known) await send(tx, { known, kind: 'told', message: 'guardianReplaced', thing: first, caller: null, now });
}

/** Nobody is asked twice for one thing; who objected to it and was refused is asked by whoever refused. */
const isToAsk = ({ askedAt, agreedAt, isObjected }: Case, isAnew: boolean) =>
  !isObjected && (askedAt === null || (isAnew && agreedAt === null));

type Sent = { known: Case; kind: LinkKind; message: LinkMessage; thing: Thing; caller: string | null; now: string };

/** When it is their turn; what would then come too late to be answered goes at once, as far as it may. On the eve, when nothing waits any more, they may still object. */
export async function send(tx: Tx, { known, kind, message, thing, caller, now }: Sent): Promise<void> {
  const isLastWord = kind !== 'told' && mustAgree(known, thing);
  const isLate = waitsUntil(now, thing) <= now;
  const end = (told: string) => (isLastWord || isLate ? linkUntil(told, thing) : waitsUntil(told, thing));
  if (end(now) <= now) return;
  const mobile = numberOf(known);
  const { accountId, numberKey } = known;
  const dueAt = await countNotice(tx, { accountId, mobile, numberKey, caller, now, end });
  if (dueAt !== null) await writeLink(tx, { known, kind, message, mobile, thing, isLastWord, dueAt });
}

/** The last case of each guardian of the child who was asked before another was named, and has not been told since. */
async function formersOf(tx: Tx, { objectId }: Thing): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select former.case_id as id from guardian_former former where former.object_id = ${objectId} and former.told_at is null
    order by former.case_id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The case of the guardian who is named, locked; a new one where the one there was about another child. */
async function namedCase(tx: Tx, thing: Thing, numberKey: Buffer): Promise<Case | null> {
  const guardian = await setAside(tx, thing, numberKey);
  if (guardian) await openFor(tx, thing, guardian);
  return await lockCase(tx, caseOf(thing, numberKey));
}

/** The case of that guardian for this sitting, opened and locked. */
async function caseHere(tx: Tx, formerId: string, thing: Thing): Promise<Case | null> {
  const former = await readCase(tx, formerId);
  if (former === null) return null;
  await setAside(tx, thing, former.numberKey);
  await openFor(tx, thing, { number: numberOf(former), relation: former.relation });
  return await lockCase(tx, caseOf(thing, former.numberKey));
}

async function openFor(
  tx: Tx,
  { accountId, personKey, birthKey, lastName, letters, sitting }: Thing,
  guardian: { number: string; relation: string | null },
): Promise<void> {
  if (birthKey !== null)
    await insertCase(tx, { accountId, personKey, birthKey, lastName, letters, sitting, ...guardian });
}
