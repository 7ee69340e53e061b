import { filedClasses, type FiledKind, keptUntilAfterDate } from '@exam/contract/rules';
import type { FiledDocumentItem, MisconductCaseItem } from '@exam/contract/staff';
import { sql } from 'kysely';
import { filesOf } from '#office/files';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, type StaffActor } from '#platform/staff-http';

/** The registration that a paper is filed on. @throws Refusal NOT_FOUND for one that is absent, in a cart, or another office's. */
export async function ownRegistration(tx: Tx, staff: StaffActor, id: string): Promise<{ personKey: Buffer }> {
  const { rows } = await sql<{ officeId: string; personKey: Buffer }>`
    select office_id as "officeId", person_key as "personKey" from registration_desk where id = ${id}`.execute(tx);
  const row = rows[0] ?? refuse('NOT_FOUND');
  checkOffice(staff, row.officeId);
  return row;
}

type Row = Omit<FiledDocumentItem, 'keptUntil' | 'file'> & { startedOn: string | null };

/** What is filed on a registration, the latest first, each with the moment from which it is deleted; and its investigations. */
export async function findFiled(
  tx: Tx,
  applicationId: string,
): Promise<{ documents: FiledDocumentItem[]; cases: MisconductCaseItem[] }> {
  const { rows } = await sql<Row>`
    select paper.id, paper.kind, paper.issued_on as "issuedOn", paper.case_id as "caseId", paper.note, paper.filed_at as "filedAt",
      colleague.name as "filedBy",
      case paper.class when 'certificate' then paper.issued_on
        when 'cheatingEvidence' then (known.closed_at at time zone 'Asia/Shanghai')::date else session.exam_date end::text as "startedOn"
    from filed_document paper
    join application on application.id = paper.application_id
    join exam_session session on session.id = application.session_id
    left join misconduct_case known on known.id = paper.case_id
    left join staff_account colleague on colleague.id = paper.filed_by
    where paper.application_id = ${applicationId}
    order by paper.filed_at desc, paper.id`.execute(tx);
  const files = await filesOf(
    tx,
    rows.map(({ id }) => id),
  );
  const documents = rows.map(({ startedOn, ...row }) => ({
    ...row,
    keptUntil: startedOn === null ? null : keptUntilAfterDate(filedClasses[row.kind], startedOn),
    file: files.get(row.id)?.[0] ?? null,
  }));
  return { documents, cases: await casesOf(tx, applicationId) };
}

async function casesOf(tx: Tx, applicationId: string): Promise<MisconductCaseItem[]> {
  const { rows } = await sql<MisconductCaseItem>`
    select known.id, known.status, known.reason, known.opened_at as "openedAt", opener.name as "openedBy", known.closed_at as "closedAt",
      closer.name as "closedBy", known.outcome
    from misconduct_case known
    left join staff_account opener on opener.id = known.opened_by
    left join staff_account closer on closer.id = known.closed_by
    where known.application_id = ${applicationId}
    order by known.opened_at desc, known.id`.execute(tx);
  return rows;
}

/** The file of a filed paper. @throws Refusal NOT_FOUND when the paper is not filed on this registration, or its file is gone. */
export async function findFile(tx: Tx, applicationId: string, documentId: string): Promise<string> {
  const { rows } = await sql<{ kind: FiledKind }>`
    select kind from filed_document where id = ${documentId} and application_id = ${applicationId}`.execute(tx);
  if (rows.length === 0) refuse('NOT_FOUND');
  const files = (await filesOf(tx, [documentId])).get(documentId) ?? [];
  return files[0]?.id ?? refuse('NOT_FOUND');
}
