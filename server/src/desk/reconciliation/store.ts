import type { ReconciliationLine } from '@exam/contract/staff';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { keyOf, matchMovements, type OurMovement, type TheirMovement } from './match.ts';

/** A day in China at a channel. */
export type Day = { channel: string; day: string };

/** The channels' money is one for all offices, so only those who see every office see its days. @throws Refusal NOT_FOUND */
export function checkWholeHouse(staff: StaffActor): void {
  if (staff.offices !== 'all') refuse('NOT_FOUND');
}

/** Takes the day for a change: two who change it at once do so one after the other. @throws Refusal DAY_CLOSED */
export async function lockDay(tx: Tx, { channel, day }: Day): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reconciliation ${channel} ${day}`}, 0))`.execute(tx);
  if ((await closingOf(tx, { channel, day })) !== null) refuse('DAY_CLOSED');
}

export async function closingOf(tx: Tx, { channel, day }: Day) {
  const row = await tx
    .selectFrom('reconciliation_closing')
    .selectAll()
    .where('channel', '=', channel)
    .where('day', '=', day)
    .executeTakeFirst();
  return row ?? null;
}

export async function statementOf(tx: Tx, { channel, day }: Day) {
  const row = await tx
    .selectFrom('channel_statement')
    .selectAll()
    .where('channel', '=', channel)
    .where('day', '=', day)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The lines of a day as the books and the statement are now; without a statement everything of ours is only ours. Each movement is
 * counted on one day: one that the channel counts to another day whose statement we have belongs to that day, and one recorded after
 * its day was closed to the next open day.
 */
export async function openLines(tx: Tx, day: Day): Promise<ReconciliationLine[]> {
  const theirs = await theirMovements(tx, day);
  const { rows: explanations } = await sql<{ key: string; reason: string; by: string; at: string }>`
    select line_key as key, reason, explained_by_name as by, explained_at as at from reconciliation_explanation
    where channel = ${day.channel} and day = ${day.day}`.execute(tx);
  const byKey = new Map(explanations.map(({ key, ...explanation }) => [key, explanation]));
  const elsewhere = await countedElsewhere(tx, day);
  const ours = await ourMovements(tx, day);
  const late = new Map(ours.flatMap((our) => (our.lateOf === null ? [] : [[keyOf(our), our.lateOf]])));
  return matchMovements(ours, theirs).map((line) => ({
    ...line,
    otherDay: (line.ourAmount === null ? elsewhere : late).get(keyOf(line)) ?? null,
    explanation: line.list === 'agree' ? null : (byKey.get(line.key) ?? null),
  }));
}

async function theirMovements(tx: Tx, { channel, day }: Day): Promise<TheirMovement[]> {
  const { rows } = await sql<TheirMovement>`
    select row.kind, row.reference, row.trade_no as "tradeNo", row.amount, row.at
    from channel_statement_row row join channel_statement statement on statement.id = row.statement_id
    where statement.channel = ${channel} and statement.day = ${day} order by row.position`.execute(tx);
  return rows;
}

async function ourMovements(tx: Tx, { channel, day }: Day): Promise<(OurMovement & { lateOf: string | null })[]> {
  const { rows } = await sql<OurMovement & { lateOf: string | null }>`
    select kind, reference, trade_no as "tradeNo", amount, at, order_id as "orderId", order_code as "orderCode",
      case when is_late then day end as "lateOf"
    from channel_movement_day where channel = ${channel} and counted_on = ${day} order by at, reference`.execute(tx);
  return rows;
}

/** What the day's statement tells of and our books count on another day, by key. */
async function countedElsewhere(tx: Tx, { channel, day }: Day): Promise<Map<string, string>> {
  const { rows } = await sql<{ kind: 'payment' | 'refund'; reference: string; day: string }>`
    select ours.kind, ours.reference, ours.counted_on as day
    from channel_movement_day ours
    where ours.channel = ${channel} and ours.counted_on <> ${day} and (ours.kind, ours.reference) in (
      select row.kind, row.reference
      from channel_statement_row row join channel_statement statement on statement.id = row.statement_id
      where statement.channel = ${channel} and statement.day = ${day})`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row.day]));
}
