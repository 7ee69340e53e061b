import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';

/**
 * The condition that keeps a query of what belongs to no office to people of one's own: who is registered, booked or asking in one
 * of them. Everybody else is absent, and answered 404 like an unknown id (T32).
 * @param by what names the person: the key of a document's number, or the account.
 * @param column a reference as Kysely writes it, `table.column` or `alias.column`.
 */
export function isKnownInOffices(
  staff: Pick<StaffActor, 'offices'>,
  by: 'person_key' | 'account_id',
  column: string,
): RawBuilder<boolean> {
  if (staff.offices === 'all') return sql<boolean>`true`;
  return sql<boolean>`exists (select from person_office known
    where ${sql.ref(`known.${by}`)} = ${sql.ref(column)} and known.office_id = any(${[...staff.offices]}::uuid[]))`;
}

/**
 * The condition that keeps a query of what is said of records to those of one's own offices; what is of no office passes (T32).
 * @param column a reference as Kysely writes it to the id of what it is about.
 */
export function isOfOwnOffice({ offices }: Pick<StaffActor, 'offices'>, column: string): RawBuilder<boolean> {
  if (offices === 'all') return sql<boolean>`true`;
  return sql<boolean>`coalesce((select record.office_id from object_office record where record.id = ${sql.ref(column)} limit 1)
    = any(${[...offices]}::uuid[]), true)`;
}

/** The same question about a person alone. @throws Refusal NOT_FOUND for whoever is known in no office of theirs. */
export async function checkKnown(tx: Tx, staff: Pick<StaffActor, 'offices'>, personKey: Buffer): Promise<void> {
  const { rows } = await sql`select from (select ${personKey}::bytea as key) person
    where ${isKnownInOffices(staff, 'person_key', 'person.key')}`.execute(tx);
  if (rows.length === 0) refuse('NOT_FOUND');
}
