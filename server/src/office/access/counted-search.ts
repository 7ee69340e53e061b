import { type RecordKind, soughtBy, type Sought } from '@exam/contract/rules';
import type { StaffEndpointName } from '@exam/contract/staff';
import { sql } from 'kysely';
import { audit } from '#office/audit';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuseForNow } from '#platform/errors';
import { isLimitReached, noteTake, tryLimit } from '#platform/limits';
import type { StaffActor } from '#platform/staff-http';
import { blindIndex } from '#platform/vault';
import { noteLooks } from './looks.ts';

/** A record that an answer is about; an account stands for those whom it has saved. */
export type Found = { kind: RecordKind | 'account'; id: string };

/** The record of whoever something was sold to: a registration or a request after an exam. */
export const soldTo = (id: string | null): Found[] =>
  id === null
    ? []
    : [
        { kind: 'application', id },
        { kind: 'postTest', id },
      ];

type Seeking<Reply> = {
  staff: StaffActor;
  call: StaffEndpointName;
  /** What was typed. */
  text: string | undefined;
  /** What this list can be searched by. */
  by: readonly Sought[];
  find: (tx: Tx) => Promise<Reply>;
  foundIn: (reply: Reply) => readonly Found[];
};

/**
 * Answers a list that finds people by what is typed: every such list passes here. A whole number, contact or name is counted per member
 * of staff, once an hour for the same one; whoever is found by it was looked at, and a search that found nobody is in the audit: who
 * guesses numbers is stopped, and can be named (T33, 3-domain 6.3).
 * A part of a name is not counted: it finds those alone whom the list shows by name (`isFoundBy`).
 * @throws Refusal RATE_LIMITED (429) beyond `staffSearch`, which tells the privacy officer.
 */
export async function seek<Reply extends { list: readonly unknown[] }>({
  staff,
  call,
  text,
  by,
  find,
  foundIn,
}: Seeking<Reply>): Promise<Reply> {
  const sought = text === undefined ? null : soughtBy(text);
  if (text === undefined) return await reading(find);
  if (sought === null || !by.includes(sought)) return await reading(find);
  const isNew = await countSearch(staff, text);
  return await inTransaction(async (tx) => {
    const reply = await find(tx);
    await noteFound(tx, staff, foundIn(reply), sought);
    if (reply.list.length === 0 && isNew)
      await audit(tx, { staff, action: 'search.missed', object: { kind: 'list', id: call } });
    return reply;
  });
}

/** @returns whether it is counted: the same search again within the hour (a page further, a window come back to) is not. */
async function countSearch(staff: StaffActor, text: string): Promise<boolean> {
  const same = blindIndex('staff_search', `${staff.id}\n${text.trim().toUpperCase()}`).toString('hex');
  if (await isLimitReached('staffSearch.same', same)) return false;
  const waitSeconds = await tryLimit('staffSearch', staff.id);
  if (waitSeconds !== null) {
    await noteTake('staffSearch.over', staff.id);
    refuseForNow('RATE_LIMITED', waitSeconds);
  }
  await noteTake('staffSearch.same', same);
  return true;
}

async function noteFound(tx: Tx, staff: StaffActor, found: readonly Found[], sought: Sought): Promise<void> {
  const look = { purpose: 'search.find', act: 'Found', fields: [sought] } as const;
  const kinds = Map.groupBy(found, ({ kind }) => kind);
  for (const [kind, records] of kinds) {
    const ids = records.map(({ id }) => id);
    if (kind !== 'account') await noteLooks(tx, staff, { ...look, kind, ids });
    else await noteLooks(tx, staff, { ...look, kind: 'candidate', ids: await savedBy(tx, ids) });
  }
}

async function savedBy(tx: Tx, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select record.id from person_record record
    where record.kind = 'candidate' and record.account_id = any(${[...accountIds]}::uuid[])
      and not exists (select from out_of_use gone where gone.id = record.id)`.execute(tx);
  return rows.map(({ id }) => id);
}
