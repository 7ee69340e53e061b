import { sql } from 'kysely';
import { isHeld, type Sweep } from '#office/holds';
import { inTransaction } from '#platform/database';

/** Seals every month of the audit that is over on the China calendar; safe to repeat. @returns how many. */
export async function sealMonths(): Promise<number> {
  return await inTransaction(async (tx) => {
    // One at a time, as the run itself.
    await sql`select pg_advisory_xact_lock(hashtextextended('audit segments', 0))`.execute(tx);
    const { rows } = await sql<{ sealed: number }>`select audit_seal_months() as sealed`.execute(tx);
    return rows[0]?.sealed ?? 0;
  });
}

/** What the hold in question is on, where the entry is about a thing of that kind: what has no uuid is never held. */
const heldItself = (kind: string) =>
  sql`select hold.object_id where entry.object_kind = ${kind} and entry.object_id = hold.object_id::text`;

/** The orders that an entry tells of, as far as they are still there. */
const orders = sql`
  ${heldItself('order')}
  union all select placed.order_id from refund placed where entry.object_kind = 'refund' and placed.id::text = entry.object_id
  union all select placed.order_id from payment placed where entry.object_kind = 'payment' and placed.id::text = entry.object_id
  union all select placed.order_id from fapiao placed where entry.object_kind = 'fapiao' and placed.id::text = entry.object_id
  union all select placed.order_id from payment_exception placed
    where entry.object_kind = 'paymentException' and placed.id::text = entry.object_id
  union all select placed.order_id from cancellation_request placed
    where entry.object_kind = 'cancellation' and placed.id::text = entry.object_id
  union all select item.order_id from order_item item
    where entry.object_kind in ('application', 'postTest') and item.application_id::text = entry.object_id`;

const sessions = sql`
  ${heldItself('session')}
  union all select application.session_id from application
    where entry.object_kind = 'application' and application.id::text = entry.object_id`;

const cases = sql`
  ${heldItself('misconductCase')}
  union all select known.id from misconduct_case known
    where entry.object_kind = 'application' and known.application_id::text = entry.object_id`;

const people = sql`any(entry.people || array(
  select record.person_key from person_record record where record.id::text = entry.object_id))`;

/**
 * The audit ten years after the last entry of its month: a sealed segment goes row by row from its first on, and its head stays for ever,
 * so that the rest is still a chain (S-18). A hold on anybody or anything that one entry tells of keeps the whole month.
 */
export const retention: Sweep[] = [
  {
    class: 'audit',
    due: ({ border }) => sql`
      select link.entry_id as id, to_char(segment.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        segment.is_held, link.sequence as position
      from (
        select sealed.first_sequence, sealed.last_sequence, sealed.last_at, exists (
          select from audit_link held join audit_entry entry on entry.id = held.entry_id
          where held.sequence between sealed.first_sequence and sealed.last_sequence
            and ${isHeld({ class: 'audit', personKey: people, orders, session: sessions, cases })}) as is_held
        from audit_segment sealed where date_trunc('milliseconds', sealed.last_at) <= ${border}::timestamptz
        offset 0
      ) segment
      join audit_link link on link.sequence between segment.first_sequence and segment.last_sequence`,
    isInOrder: true,
    forget: async (tx, ids) => {
      await sql`select audit_drop_entries(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];
