import { journalAgain, recordDeletion } from '#office/holds';
import { retentionClasses } from '@exam/contract/rules';
import { sql } from 'kysely';
import { liftRegistrations, restrictRegistrations } from '#registering/applications';
import { liftBookings, restrictBookings } from '#services/bookings';
import { liftCandidate, restrictCandidate } from '#people/candidates';
import { closeAgain } from '#privacy/account-closing';
import type { Tx } from '#platform/database';
import { liftRequests, restrictRequests } from '#services/post-test';
import { retentionSweeps } from '#privacy/retention';
import { closedAccount, type Erased, liftedCandidate, restrictedCandidate } from './journal.ts';
import { bringBackHolds, bringBackRights } from './replay-rights.ts';

/** Ids of one statement. */
const atOnce = 500;

/**
 * Forgets again what was forgotten after the backup was made, and brings back what was asked for and withdrawn since, in the transaction that
 * restores it: nobody sees it in between. What the backup knows is left alone.
 * @returns how many rows, accounts and consents went again.
 */
export async function replay(tx: Tx, erased: readonly Erased[]): Promise<number> {
  // First what else may be forgotten again: it has to be there for that.
  await bringBackHolds(tx, erased);
  let count = await bringBackRights(tx, erased);
  for (const [of, lines] of Map.groupBy(erased, (line) => line.class)) {
    for (let from = 0; from < lines.length; from += atOnce) {
      const some = lines.slice(from, from + atOnce);
      count += of === closedAccount ? await closeAccounts(tx, some) : await forgetRows(tx, of, some);
    }
  }
  return count + (await restrictCandidates(tx, erased));
}

/** Takes out of use again whose deletion was asked for and has to wait: it goes by itself with the last record that has to be kept. */
async function restrictCandidates(tx: Tx, erased: readonly Erased[]): Promise<number> {
  const last = new Map<string, Erased>();
  for (const line of erased.filter(({ class: of }) => of === restrictedCandidate || of === liftedCandidate))
    if ((last.get(line.id)?.at ?? '') <= line.at) last.set(line.id, line);
  const { rows } = await sql<{ id: string; isRestricted: boolean }>`
    select id, restricted_at is not null as "isRestricted" from candidate
    where id = any(${[...last.keys()]}::uuid[]) and anonymised_at is null`.execute(tx);
  const changed = rows.filter(({ id, isRestricted }) => isRestricted !== (last.get(id)?.class === restrictedCandidate));
  for (const { id, isRestricted } of changed) await (isRestricted ? giveBack : takeOutOfUse)(tx, id);
  return changed.length;
}

async function takeOutOfUse(tx: Tx, candidateId: string): Promise<void> {
  await restrictCandidate(tx, candidateId);
  await restrictRegistrations(tx, candidateId);
  await restrictBookings(tx, candidateId);
  await restrictRequests(tx, candidateId);
}

async function giveBack(tx: Tx, candidateId: string): Promise<void> {
  await liftCandidate(tx, candidateId);
  await liftRegistrations(tx, candidateId);
  await liftBookings(tx, candidateId);
  await liftRequests(tx, candidateId);
}

async function closeAccounts(tx: Tx, lines: readonly Erased[]): Promise<number> {
  const open = await tx
    .selectFrom('account')
    .select('id')
    .where(
      'id',
      'in',
      lines.map(({ id }) => id),
    )
    .where('status', '<>', 'Closed')
    .execute();
  for (const { id } of open) await closeAgain(tx, id);
  return open.length;
}

async function forgetRows(tx: Tx, of: string, lines: readonly Erased[]): Promise<number> {
  const known = retentionClasses.find((each) => each === of);
  if (known === undefined) return 0;
  const gone = await journalAgain(tx, known, lines);
  if (gone.length === 0) return 0;
  const ids = gone.map(({ id }) => id).toSorted();
  for (const sweep of retentionSweeps.filter((each) => each.class === known)) await sweep.forget(tx, ids);
  await recordDeletion(tx, known, gone);
  return ids.length;
}
