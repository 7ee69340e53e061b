import { filedClasses, type FiledKind, isRealDate } from '@exam/contract/rules';
import { sql } from 'kysely';
import { openRecords } from '#office/access';
import { audit } from '#office/audit';
import { useFiles } from '#office/files';
import { randomId } from '#platform/chance';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { lockCase } from './cases.ts';
import { ownRegistration } from './queries.ts';

type NewDocument = {
  applicationId: string;
  kind: FiledKind;
  fileId: string;
  issuedOn?: string | null | undefined;
  caseId?: string | null | undefined;
  note?: string | null | undefined;
};

/**
 * Files an upload of the member of staff on a registration, as one kind of paper; its class decides how long it is kept (S-18).
 * @returns the paper's id.
 * @throws Refusal NOT_FOUND for another office's registration or another's file; MINOR_APPROVAL_NEEDED; ISSUE_DATE_NEEDED for a
 *   certificate without the day of issue, or with one to come; CASE_NEEDED for evidence without an open case of this registration.
 */
export async function addDocument(tx: Tx, staff: StaffActor, given: NewDocument): Promise<string> {
  const { applicationId, kind, fileId } = given;
  await ownRegistration(tx, staff, applicationId);
  await openRecords(tx, staff, {
    kind: 'application',
    ids: [applicationId],
    purpose: 'applications.get',
    act: 'Changed',
  });
  const issuedOn = kind === 'certificate' ? await issueDate(tx, given.issuedOn ?? null) : null;
  const caseId = kind === 'cheatingEvidence' ? await openCaseOf(tx, applicationId, given.caseId ?? null) : null;
  const id = randomId();
  await tx
    .insertInto('filed_document')
    .values({
      id,
      application_id: applicationId,
      kind,
      class: filedClasses[kind],
      case_id: caseId,
      issued_on: issuedOn,
      note: given.note?.trim() || null,
      filed_at: sql<string>`app_now()`,
      filed_by: staff.id,
    })
    .execute();
  await useFiles(tx, { ids: [fileId], usedBy: 'filed', objectId: id, staffId: staff.id });
  const object = { kind: 'application', id: applicationId } as const;
  await audit(tx, { staff, action: 'filing.add', object, after: { kind, fileId, issuedOn, caseId } });
  return id;
}

async function issueDate(tx: Tx, date: string | null): Promise<string> {
  const isGood = date !== null && isRealDate(date) && date <= chinaDateOf(await readNow(tx));
  return isGood ? date : refuse('ISSUE_DATE_NEEDED', {}, { issuedOn: 'ISSUE_DATE_NEEDED' });
}

async function openCaseOf(tx: Tx, applicationId: string, caseId: string | null): Promise<string> {
  const found = caseId === null ? undefined : await lockCase(tx, applicationId, caseId);
  return found?.status === 'Open' ? found.id : refuse('CASE_NEEDED', {}, { caseId: 'CASE_NEEDED' });
}
