import { misconductMachine } from '@exam/contract/machines';
import { sql } from 'kysely';
import { openRecords } from '#office/access';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { record, transition } from '#platform/transition';
import { ownRegistration } from './queries.ts';

type Opening = { applicationId: string; reason: string };

/**
 * Opens an investigation into cheating: the registration and its evidence are kept while it lasts (S-18).
 * @returns the case's id.
 * @throws Refusal NOT_FOUND, MINOR_APPROVAL_NEEDED.
 */
export async function openCase(tx: Tx, staff: StaffActor, { applicationId, reason }: Opening): Promise<string> {
  await ownRegistration(tx, staff, applicationId);
  await openRecords(tx, staff, {
    kind: 'application',
    ids: [applicationId],
    purpose: 'applications.get',
    act: 'Changed',
    reason,
  });
  const id = randomId();
  const now = sql<string>`app_now()`;
  await tx
    .insertInto('misconduct_case')
    .values({ id, application_id: applicationId, status: 'Open', reason, opened_at: now, opened_by: staff.id })
    .execute();
  const actor = { kind: 'staff', id: staff.id } as const;
  await record(tx, { kind: 'misconductCase', id, event: 'open', actor, to: 'Open', reason });
  await audit(tx, {
    staff,
    action: 'filing.openCase',
    object: { kind: 'application', id: applicationId },
    reason,
    after: { caseId: id },
  });
  return id;
}

type Closing = { applicationId: string; caseId: string; reason: string };

/** Closes an investigation with its outcome: now the ten years of its evidence begin. @throws Refusal NOT_FOUND; ILLEGAL_STATE when it is closed. */
export async function closeCase(tx: Tx, staff: StaffActor, { applicationId, caseId, reason }: Closing): Promise<void> {
  await ownRegistration(tx, staff, applicationId);
  await openRecords(tx, staff, {
    kind: 'application',
    ids: [applicationId],
    purpose: 'applications.get',
    act: 'Changed',
    reason,
  });
  if (!(await lockCase(tx, applicationId, caseId))) refuse('NOT_FOUND');
  const actor = { kind: 'staff', id: staff.id } as const;
  const change = {
    table: 'misconduct_case',
    kind: 'misconductCase',
    id: caseId,
    event: 'close',
    actor,
    reason,
  } as const;
  await transition(tx, misconductMachine, change);
  await tx
    .updateTable('misconduct_case')
    .set({ closed_at: sql<string>`app_now()`, closed_by: staff.id, outcome: reason })
    .where('id', '=', caseId)
    .execute();
  await audit(tx, {
    staff,
    action: 'filing.closeCase',
    object: { kind: 'application', id: applicationId },
    reason,
    after: { caseId },
  });
}

/** A case of a registration, locked until the transaction ends. */
export async function lockCase(tx: Tx, applicationId: string, caseId: string) {
  return await tx
    .selectFrom('misconduct_case')
    .select(['id', 'status'])
    .where('id', '=', caseId)
    .where('application_id', '=', applicationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
