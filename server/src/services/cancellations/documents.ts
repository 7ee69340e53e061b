import { cancellationLimits, chinaDateOf, instantOf, later, lastMomentWithin } from '@exam/contract/rules';
import { sql } from 'kysely';
import { paidSet } from '#registering/applications';
import { audit } from '#office/audit';
import { checkOwnFiles, countFiles, useFiles } from '#office/files';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { record } from '#platform/transition';
import { readWorkingCalendar } from '#office/working-days';
import { closeItem } from '#office/work-items';
import { lockForStaff } from './decide.ts';
import { lockOpenRequest, touchRequest } from './store.ts';
import { tellOwner } from './notify.ts';

const { documents: maximumDocuments, documentDays: moreDays } = cancellationLimits;

/** @throws Refusal CANCELLATION_DOCUMENTS_LIMIT */
export function checkRoomForDocuments(present: number, more: number): void {
  if (present + more > maximumDocuments) refuse('CANCELLATION_DOCUMENTS_LIMIT', { limit: maximumDocuments });
}

/**
 * Adds documents to an undecided request, until the end of its day.
 * @throws Refusal NOT_FOUND for a registration or a file that is not one's own; ILLEGAL_STATE without an undecided request;
 *   CANCELLATION_DOCUMENTS_LATE, CANCELLATION_DOCUMENTS_LIMIT.
 */
export async function addDocuments(
  tx: Tx,
  {
    accountId,
    applicationId,
    documentIds,
  }: { accountId: string; applicationId: string; documentIds: readonly string[] },
): Promise<void> {
  const [own] = await paidSet(tx, { id: applicationId, accountId });
  if (!own) refuse('NOT_FOUND');
  await checkOwnFiles(tx, { accountId, ids: documentIds });
  const request = (await lockOpenRequest(tx, { applicationId })) ?? refuse('ILLEGAL_STATE');
  if ((await readNow(tx)) >= request.documents_due_at) refuse('CANCELLATION_DOCUMENTS_LATE');
  checkRoomForDocuments(await countFiles(tx, request.id), documentIds.length);
  await useFiles(tx, { accountId, ids: documentIds, usedBy: 'cancellation', objectId: request.id });
  await touchRequest(tx, request.id);
  await sql`update cancellation_request set remind_at = null where id = ${request.id}`.execute(tx);
  await closeItem(tx, { kind: 'documentsOverdue', objectId: request.id });
  const actor = { kind: 'candidate', id: accountId } as const;
  for (const { application_id: id } of request.items)
    await record(tx, { kind: 'application', id, event: 'addDocuments', actor });
}

type Ask = { requestId: string; version: number; message: string };

/**
 * Staff ask for (more) documents: the candidate gets three working days from now, never fewer than promised before.
 * @throws Refusal NOT_FOUND, VERSION_CONFLICT (409).
 */
export async function askForDocuments(tx: Tx, staff: StaffActor, { requestId, version, message }: Ask): Promise<void> {
  const request = await lockForStaff(tx, staff, { requestId, version, reason: message });
  const calendar = await readWorkingCalendar(tx);
  const today = chinaDateOf(await readNow(tx));
  const dueDate = calendar.add(today, moreDays);
  const dueAt = later(lastMomentWithin(calendar, today, moreDays), request.documents_due_at);
  await sql`
    update cancellation_request set documents_asked = ${message}, documents_due_at = ${dueAt}, overdue_at = null,
      remind_at = ${instantOf(dueDate, '09:00')}, version = version + 1
    where id = ${requestId}`.execute(tx);
  await closeItem(tx, { kind: 'documentsOverdue', objectId: requestId });
  const [first] = request.items;
  if (first)
    await tellOwner(
      tx,
      {
        accountId: request.account_id,
        applicationId: first.application_id,
        objectId: requestId,
        version: request.version,
      },
      { kind: 'documentsAsked', values: { documentsDueDate: dueDate } },
    );
  await audit(tx, {
    staff,
    action: 'cancellations.askForDocuments',
    object: { kind: 'cancellation', id: requestId },
    reason: message,
    after: { documentsDueAt: dueAt },
  });
}
