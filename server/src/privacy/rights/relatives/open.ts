import { addDays, instantOf, isRealDate, oldestArrivalDays } from '@exam/contract/rules';
import type { StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { openHousehold, openRecords } from '#office/access';
import { audit } from '#office/audit';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { sealOf } from './store.ts';
import { openRequest } from '../store.ts';

type Given = z.output<StaffCalls['rights.openForRelative']['body']>;
type About = { accountId: string; candidateId: string | null; people: Buffer[] };

/**
 * Opens the request of a close relative of somebody who has died (PIPL 49). Nothing of it is told to the account: its number may be the
 * deceased's own.
 * @throws Refusal MALFORMED (400) unless it is about one candidate, or one account as a whole; NOT_FOUND when that is absent, closed, or waits
 *   for its deletion; MINOR_APPROVAL_NEEDED; FIELDS for empty words, and ARRIVAL_DATE for a day to come or more than 90 days ago.
 */
export async function openForRelative(tx: Tx, staff: StaffActor, given: Given): Promise<{ id: string; code: string }> {
  const { kind, relation, arrivedBy, arrivedOn, isWholeAccount } = given;
  const { accountId, candidateId, people } = await whomOf(tx, given);
  const look = { purpose: 'rights.person', act: 'Changed' } as const;
  if (candidateId !== null) await openRecords(tx, staff, { ...look, kind: 'candidate', ids: [candidateId] });
  if (isWholeAccount) await openHousehold(tx, staff, { ...look, accountId });
  const words = wordsOf(given);
  const receivedAt = await arrivalOf(tx, arrivedOn);
  const actor = { kind: 'staff', id: staff.id } as const;
  const { wish } = words;
  const asked = { accountId, kind, candidateId, wish, actor, isByRelative: true, receivedAt };
  const { id, code } = await openRequest(tx, asked);
  await tx
    .insertInto('relative_request')
    .values({
      id,
      is_whole_account: isWholeAccount,
      relation,
      name_sealed: sealOf(id, 'name', words.name),
      contact_sealed: sealOf(id, 'contact', words.contact),
      arrived_by: arrivedBy,
      arrived_on: arrivedOn,
      opened_by: staff.id,
      opened_by_name: staff.name,
    })
    .execute();
  await audit(tx, {
    staff,
    action: 'rights.openForRelative',
    object: { kind: 'rightsRequest', id },
    after: { kind, isWholeAccount, relation, arrivedBy, arrivedOn },
    people,
  });
  return { id, code };
}

/** The account, and the candidate where it is about one. */
async function whomOf(tx: Tx, { candidateId, accountId, isWholeAccount }: Given): Promise<About> {
  if (candidateId) {
    if (accountId) refuse('MALFORMED');
    const row = await tx
      .selectFrom('candidate')
      .select(['account_id', 'person_key'])
      .where('id', '=', candidateId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) return refuse('NOT_FOUND');
    return { accountId: row.account_id, candidateId, people: [row.person_key] };
  }
  if (!accountId || !isWholeAccount) return refuse('MALFORMED');
  const { rows } = await sql`select from account where id = ${accountId} and status <> 'Closed'`.execute(tx);
  if (rows.length === 0) refuse('NOT_FOUND');
  return { accountId, candidateId: null, people: [] };
}

function wordsOf(given: Given): { name: string; contact: string; wish: string } {
  const words = { name: given.name.trim(), contact: given.contact.trim(), wish: given.wish.trim() };
  const empty = Object.entries(words).filter(([, text]) => text === '');
  if (empty.length > 0) refuse('FIELDS', {}, Object.fromEntries(empty.map(([field]) => [field, 'REQUIRED_FIELD'])));
  return words;
}

/** The instant from which the clock runs: now for what came today, the beginning of the day for what came before. */
async function arrivalOf(tx: Tx, arrivedOn: string): Promise<string> {
  const now = await readNow(tx);
  const today = chinaDateOf(now);
  const isKnown = isRealDate(arrivedOn) && arrivedOn <= today && arrivedOn >= addDays(today, -oldestArrivalDays);
  if (!isKnown) refuse('FIELDS', {}, { arrivedOn: 'ARRIVAL_DATE' });
  return arrivedOn === today ? now : instantOf(arrivedOn);
}
