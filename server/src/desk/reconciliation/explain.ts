import { sql } from 'kysely';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { checkWholeHouse, type Day, lockDay, openLines } from './store.ts';

/**
 * Says why a line of an open day differs; what was said before is replaced.
 * @throws Refusal NOT_FOUND for staff of single offices and for a line that does not differ; DAY_CLOSED.
 */
export async function explainLine(
  tx: Tx,
  staff: StaffActor,
  { channel, day, key, reason }: Day & { key: string; reason: string },
): Promise<void> {
  checkWholeHouse(staff);
  await lockDay(tx, { channel, day });
  const line = (await openLines(tx, { channel, day })).find((each) => each.key === key);
  if (line === undefined || line.list === 'agree') return refuse('NOT_FOUND');
  await sql`
    insert into reconciliation_explanation (channel, day, line_key, reason, explained_by, explained_by_name, explained_at)
    values (${channel}, ${day}, ${key}, ${reason}, ${staff.id}, ${staff.name}, app_now())
    on conflict (channel, day, line_key) do update
    set reason = excluded.reason, explained_by = excluded.explained_by, explained_by_name = excluded.explained_by_name,
      explained_at = excluded.explained_at`.execute(tx);
  await audit(tx, {
    staff,
    action: 'reconciliation.explain',
    object: { kind: 'reconciliation', id: `${channel} ${day}` },
    reason,
    before: line.explanation,
    after: { key },
  });
}
