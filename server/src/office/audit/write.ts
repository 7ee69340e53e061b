import type { AuditAct, AuditObject } from '@exam/contract/staff';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { currentRequestId } from '#platform/http/request-context';
import { maskedForAudit } from './masks.ts';

/** The member of staff who acts; a `StaffActor` is one. The name is kept as it was then. */
export type Auditor = { readonly id: string; readonly name: string };

export type AuditEntry = {
  staff: Auditor;
  /** The permission's or call's own name of the act: `refunds.approve`, `candidates.reveal`. */
  action: AuditAct;
  /** What it was done to; `id` is a uuid, or the natural key of what has none (a calendar's date). */
  object: { kind: AuditObject; id: string };
  reason?: string | null;
  /**
   * What changed, as plain data under the names of `auditFields`. What tells of a person is masked here, by the class of its column.
   */
  before?: object | null;
  after?: object | null;
  /** Person keys (S-14) of everybody whose data the act showed: reveals and exports carry them. */
  people?: readonly Buffer[];
};

/**
 * Writes one row of the audit in the caller's transaction: one for every write, reveal and export of staff. The row joins the
 * hash chain when the transaction commits. There is no way to change or remove it: an entry written before names were masked here keeps
 * them until its ten years are over, readable by those alone who may read the audit (decision 0027).
 * @returns the entry's id.
 */
export async function audit(tx: Tx, entry: AuditEntry): Promise<string> {
  const { staff, action, object, reason = null, before = null, after = null, people = [] } = entry;
  const id = randomId();
  await sql`
    insert into audit_entry (id, at, staff_id, staff_name, action, object_kind, object_id, reason, before, after, people, request_id)
    values (${id}, app_now(), ${staff.id}, ${staff.name}, ${action}, ${object.kind}, ${object.id}, ${reason},
      ${asJson(maskedForAudit(object.kind, before))}::jsonb, ${asJson(maskedForAudit(object.kind, after))}::jsonb, ${[...people]}::bytea[], ${currentRequestId()})`.execute(
    tx,
  );
  return id;
}

function asJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
