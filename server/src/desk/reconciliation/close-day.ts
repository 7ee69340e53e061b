import type { ReconciliationLine } from '@exam/contract/staff';
import { sql } from 'kysely';
import { checkSecondPerson } from '#office/approvals';
import { audit } from '#office/audit';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { unexplainedOf } from './day.ts';
import { checkWholeHouse, type Day, lockDay, openLines, statementOf } from './store.ts';

type Closing = Day & { statementId: string; reason: string };

/**
 * Closes a day for good, with its lines as they are: by somebody other than the person who brought the statement, on the statement they
 * looked at, every difference explained.
 * @throws Refusal NOT_FOUND for staff of single offices; DAY_CLOSED; DAY_NOT_OVER; STATEMENT_MISSING; VERSION_CONFLICT (409) when there is
 *   another statement meanwhile, or a movement was closed with another day; what `checkSecondPerson` refuses; DIFFERENCES_UNEXPLAINED.
 */
export async function closeDay(
  tx: Tx,
  staff: StaffActor,
  { channel, day, statementId, reason }: Closing,
): Promise<void> {
  checkWholeHouse(staff);
  await lockDay(tx, { channel, day });
  if (chinaDateOf(await readNow(tx)) <= day) refuse('DAY_NOT_OVER');
  const statement = (await statementOf(tx, { channel, day })) ?? refuse('STATEMENT_MISSING');
  if (statement.id !== statementId) refuse('VERSION_CONFLICT');
  await checkSecondPerson(tx, staff, [statement.uploaded_by]);
  const lines = await openLines(tx, { channel, day });
  const open = unexplainedOf(lines).length;
  if (open > 0) refuse('DIFFERENCES_UNEXPLAINED', { count: open });
  await sql`
    insert into reconciliation_closing (channel, day, lines, reason, closed_by, closed_by_name, closed_at)
    values (${channel}, ${day}, ${JSON.stringify(lines)}::jsonb, ${reason}, ${staff.id}, ${staff.name}, app_now())`.execute(
    tx,
  );
  await bookLines(tx, { channel, day, lines });
  await audit(tx, {
    staff,
    action: 'reconciliation.close',
    object: { kind: 'reconciliation', id: `${channel} ${day}` },
    reason,
    after: { lines: lines.length, differences: lines.filter(({ list }) => list !== 'agree').length },
  });
}

/** From now on each movement of the day is counted on it and on no other. */
async function bookLines(
  tx: Tx,
  { channel, day, lines }: Day & { lines: readonly ReconciliationLine[] },
): Promise<void> {
  const ours = lines.filter(({ ourAmount }) => ourAmount !== null);
  const { rows } = await sql`
    insert into reconciliation_movement (channel, kind, reference, day)
    select ${channel}, line.kind, line.reference, ${day}
    from unnest(${ours.map(({ kind }) => kind)}::text[], ${ours.map(({ reference }) => reference)}::text[]) line (kind, reference)
    on conflict do nothing returning reference`.execute(tx);
  if (rows.length !== ours.length) refuse('VERSION_CONFLICT');
}
