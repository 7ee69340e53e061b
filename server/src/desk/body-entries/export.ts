import type { LookField } from '@exam/contract/rules';
import type { EntryField } from '@exam/contract/staff';
import { writeXlsxStream } from 'hucre/xlsx';
import { sql } from 'kysely';
import { openRecords } from '#office/access';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import { csvStream } from '#platform/csv';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply } from '#platform/http/call';
import { safeText } from '#platform/safe-text';
import type { StaffActor } from '#platform/staff-http';
import {
  type Again,
  bodyOf,
  entriesAgain,
  type EntryChange,
  entryChanges,
  type EntryChanges,
  type Scope,
} from './changes.ts';

type File = { format: 'csv' | 'xlsx'; reason: string };
type Exporting = Scope & File;

/** How often an export starts again when another for the same body came first. */
const tries = 3;

/**
 * Makes the file for the awarding body and records it: recipient, country, purpose, fields, and of each candidate what was passed
 * on, as a fingerprint, so that the next export holds only changes. The file is made before anything is locked; of two exports at once the
 * second starts again and holds what the first did not.
 * @throws Refusal as `entryChanges`; ENTRIES_UNCHANGED when there is nothing to tell; VERSION_CONFLICT (409) where others export all the
 *   time.
 */
export async function exportEntries(staff: StaffActor, exporting: Exporting): Promise<FileReply> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const { changes, earlier } = await reading(async (tx) => {
      const { id: bodyId } = await bodyOf(tx, exporting.productId);
      return { earlier: await countExports(tx, bodyId), changes: await entryChanges(tx, staff, exporting) };
    });
    if (changes.rows.length === 0) refuse('ENTRIES_UNCHANGED');
    const content = await fileOf(exporting.format, changes);
    if (await inTransaction((tx) => noteIfFirst(tx, staff, { exporting, changes, earlier }))) {
      return replyOf(exporting.format, content);
    }
  }
  return refuse('VERSION_CONFLICT');
}

/**
 * Makes the file of an earlier export again, for staff who have lost it, and records which candidates are in it. The next export stays the same: a
 * value that has changed since then is in both.
 * @throws Refusal as `entriesAgain`; ENTRIES_UNCHANGED when none of its people may be passed on any more.
 */
export async function exportAgain(staff: StaffActor, wished: Again & File): Promise<FileReply> {
  const { exportId, productId, format, reason } = wished;
  const changes = await reading((tx) => entriesAgain(tx, staff, wished));
  if (changes.rows.length === 0) refuse('ENTRIES_UNCHANGED');
  const content = await fileOf(format, changes);
  await inTransaction((tx) =>
    record(tx, staff, { id: exportId, changes, reason, scope: { productId, isAgain: true } }),
  );
  return replyOf(format, content);
}

function replyOf(format: File['format'], content: Buffer): FileReply {
  const mediaType = format === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { content, mediaType, fileName: `entries.${format}` };
}

async function countExports(tx: Tx, bodyId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from entry_export where awarding_body_id = ${bodyId}`.execute(tx);
  return rows[0]?.n ?? 0;
}

async function noteIfFirst(tx: Tx, staff: StaffActor, noting: Noting & { earlier: number }): Promise<boolean> {
  const { id: bodyId } = noting.changes.body;
  await sql`select id from awarding_body where id = ${bodyId} for no key update`.execute(tx);
  if ((await countExports(tx, bodyId)) !== noting.earlier) return false;
  await note(tx, staff, noting);
  return true;
}

async function fileOf(format: 'csv' | 'xlsx', { body, rows }: EntryChanges): Promise<Buffer> {
  const headings = ['Change', ...body.template.columns.map(({ heading }) => heading)];
  const lines = rows.map(({ change, cells }) => [change, ...cells]);
  const stream =
    format === 'csv'
      ? csvStream(headings, lines)
      : writeXlsxStream(
          lines.map((line) => line.map(safeText)),
          { name: 'Entries', columns: headings.map((header) => ({ header })) },
        );
  return Buffer.from(await new Response(stream).arrayBuffer());
}

type Noting = { exporting: Exporting; changes: EntryChanges };

async function note(tx: Tx, staff: StaffActor, { exporting, changes }: Noting): Promise<void> {
  const id = randomId();
  const { body, rows } = changes;
  const { productId, sessionId, reason } = exporting;
  const countOf = (change: EntryChange['change']) => rows.filter((row) => row.change === change).length;
  const fields = body.template.columns.map(({ field }) => field);
  await sql`
    insert into entry_export (id, awarding_body_id, product_id, session_id, template, recipient, country, purpose, fields, new_count,
      changed_count, withdrawn_count, exported_by, exported_by_name, exported_at)
    values (${id}, ${body.id}, ${productId}, ${sessionId}, ${body.template.name}, ${body.nameEn}, ${body.country}, ${reason},
      ${fields}::text[], ${countOf('New')}, ${countOf('Changed')}, ${countOf('Withdrawn')},
      ${staff.id}, ${staff.name}, app_now())`.execute(tx);
  await sql`
    insert into entry_row (export_id, application_id, change, fingerprint)
    select ${id}, * from unnest(${rows.map((row) => row.applicationId)}::uuid[], ${rows.map((row) => row.change)}::text[],
      ${rows.map((row) => row.fingerprint)}::bytea[])`.execute(tx);
  await record(tx, staff, { id, changes, reason, scope: { productId, sessionId } });
}

type Recording = { id: string; changes: EntryChanges; reason: string; scope: Record<string, string | boolean | null> };

/** Who left with a file, where to and what for: in the audit, and as looks at the records. */
async function record(
  tx: Tx,
  staff: StaffActor,
  { id, changes: { body, rows }, reason, scope }: Recording,
): Promise<void> {
  const fields = body.template.columns.map(({ field }) => field);
  const entryId = await audit(tx, {
    staff,
    action: 'entries.export',
    object: { kind: 'entryExport', id },
    reason,
    after: { recipient: body.nameEn, country: body.country, fields, rows: rows.length, ...scope },
    people: rows.map((row) => row.personKey),
  });
  const ids = rows.map((row) => row.applicationId);
  const look = { kind: 'application', ids, purpose: 'entries.export', act: 'Exported' } as const;
  await openRecords(tx, staff, { ...look, fields: fieldsSeen(fields), reason, entryId });
}

const seenAs: Readonly<Partial<Record<EntryField, LookField>>> = {
  lastName: 'name',
  firstName: 'name',
  fullName: 'name',
  gender: 'gender',
  dob: 'birthDate',
  idNo: 'idNo',
};

/** What of a person a file shows. */
function fieldsSeen(fields: readonly EntryField[]): LookField[] {
  return [...new Set(fields.flatMap((field) => seenAs[field] ?? []))];
}
