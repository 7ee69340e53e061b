import type { GuardianWait } from '@exam/contract/entities';
import type { PostTestExport, StaffCalls } from '@exam/contract/staff';
import { addDays, chinaDateOf, endOfDay, maskMinorName } from '@exam/contract/rules';
import { writeXlsxStream } from 'hucre/xlsx';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type * as z from 'zod/mini';
import { openRecords, readNamed } from '#office/access';
import { audit } from '#office/audit';
import { mayBePassedOn } from '#people/consents';
import { guardianWaits } from '#people/guardians';
import { dobOf } from '#platform/birth';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import { csvStream } from '#platform/csv';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { FileReply } from '#platform/http/call';
import { safeText } from '#platform/safe-text';
import type { StaffActor } from '#platform/staff-http';
import { readWorkingCalendar } from '#office/working-days';
import { closeItem, openItem } from '#office/work-items';
import { change, move } from './staff-acts.ts';
import { deskScope } from './staff-queries.ts';
import { openText } from './request/sealed-texts.ts';
import { nameOf } from './present.ts';
import { type NamedRequest, namedRequests, names } from './queries.ts';
import { type ItemRow, itemsOf, lockRequest, lockRequests, type RequestRow } from './store.ts';
import { tellSent } from './notify.ts';

type Export = { productId: string; format: 'csv' | 'xlsx'; reason: string };
type Again = Export & { exportId: string };
type Waiting = { row: NamedRequest; items: ItemRow[]; hasConsent: boolean; guardianWait: GuardianWait | null };

/** May be sent now: its consents hold and no guardian is waited for (PIPL 31). */
const isReady = ({ hasConsent, guardianWait }: Waiting): boolean => hasConsent && guardianWait === null;

const headings = [
  'Reference',
  'Centre',
  'Candidate number',
  'UCI',
  'Other UCI',
  'Family name',
  'Given name',
  'Date of birth',
  'Series',
  'Service',
  'Level',
  'Cash-in code',
  'Codes',
] as const;

/** The paid requests of a board that nobody has sent, with those whose consent is missing (3-domain 6.2) or whose guardian is waited for. */
const waitingFor = (tx: Tx, staff: StaffActor, productId: string): Promise<Waiting[]> =>
  requestsWhere(tx, staff, sql<SqlBool>`request.product_id = ${productId} and request.status = 'Registered'`);

async function requestsWhere(tx: Tx, staff: StaffActor, which: RawBuilder<SqlBool>): Promise<Waiting[]> {
  const rows = await namedRequests(tx)
    .selectAll('request')
    .select(names)
    .select(mayBePassedOn(sql`consent.post_test_id = request.id`).as('has_consent'))
    .where(deskScope(staff))
    .where(which)
    .orderBy('request.board_close_at')
    .orderBy('request.code')
    .execute();
  const ids = rows.map((row) => row.id);
  const items = await itemsOf(tx, ids);
  const waits = await guardianWaits(tx, ids);
  return rows.map((row) => ({
    row,
    items: items.get(row.id) ?? [],
    hasConsent: row.has_consent,
    guardianWait: waits.get(row.id) ?? null,
  }));
}

/** Dry run of `exportRequests`: what would go, and what is left for want of a consent or of a guardian's answer; minors named as in lists. */
export async function previewExport(tx: Tx, staff: StaffActor, productId: string) {
  const all = await waitingFor(tx, staff, productId);
  const isNamed = await readNamed(
    tx,
    staff,
    all.map(({ row }) => row.id),
  );
  const line = ({ row }: Waiting) => {
    const name = nameOf(row);
    return { id: row.id, code: row.code, candidateName: isNamed(row.id) ? name : maskMinorName(name) };
  };
  return {
    rows: all.filter(isReady).map((each) => ({
      ...line(each),
      serviceNameEn: each.row.service_en,
      serviceNameZh: each.row.service_zh,
      codes: codesOf(each.items),
    })),
    left: all
      .filter((each) => !isReady(each))
      .map((each) => ({
        ...line(each),
        why: each.hasConsent ? ('Guardian' as const) : ('NoConsent' as const),
        guardianWait: each.guardianWait,
      })),
  };
}

/**
 * Makes the file for the awarding body and moves its requests on (9.6 #10): from now on nothing can be cancelled. Of two at once the
 * second finds nothing left.
 * @throws Refusal ENTRIES_UNCHANGED when nothing waits.
 */
export async function exportRequests(
  tx: Tx,
  staff: StaffActor,
  { productId, format, reason }: Export,
): Promise<FileReply> {
  await sql`select product_id from post_test_board where product_id = ${productId} for no key update`.execute(tx);
  // Whoever cancels one of them, or has staff correct it, comes before: the file is of what is then.
  const held = await lockRequests(
    tx,
    (await waitingFor(tx, staff, productId)).map(({ row }) => row.id),
  );
  const rows = (await waitingFor(tx, staff, productId)).filter((each) => isReady(each) && held.has(each.row.id));
  if (rows.length === 0) refuse('ENTRIES_UNCHANGED');
  const content = await fileOf(format, rows);
  const id = randomId();
  await sql`
    insert into post_test_export (id, product_id, purpose, row_count, exported_by, exported_by_name, exported_at)
    values (${id}, ${productId}, ${reason}, ${rows.length}, ${staff.id}, ${staff.name},
      app_now())`.execute(tx);
  for (const { row } of rows.toSorted((a, b) => a.row.id.localeCompare(b.row.id)))
    await send(tx, staff, { row, exportId: id });
  return await handOut(tx, staff, { rows, content, id, productId, format, reason });
}

/**
 * Makes the file of an earlier export again, for staff who have lost it; no request moves.
 * @throws Refusal ENTRIES_UNCHANGED when none of its requests may be passed on any more.
 */
export async function exportAgain(tx: Tx, staff: StaffActor, { exportId, ...again }: Again): Promise<FileReply> {
  const sent = sql<SqlBool>`request.product_id = ${again.productId} and request.export_id = ${exportId}::uuid`;
  const rows = (await requestsWhere(tx, staff, sent)).filter(isReady);
  if (rows.length === 0) refuse('ENTRIES_UNCHANGED');
  const content = await fileOf(again.format, rows);
  return await handOut(tx, staff, { ...again, rows, content, id: exportId, isAgain: true });
}

type Handing = Export & { rows: readonly Waiting[]; content: Buffer; id: string; isAgain?: true };

/** Records which candidates are in the file, and answers with it. */
async function handOut(tx: Tx, staff: StaffActor, handing: Handing): Promise<FileReply> {
  const { rows, content, id, productId, format, reason, isAgain } = handing;
  const entryId = await audit(tx, {
    staff,
    action: 'postTest.export',
    object: { kind: 'postTestExport', id },
    reason,
    after: { productId, rows: rows.length, fields: headings, ...(isAgain && { isAgain }) },
    people: rows.flatMap(({ row }) => row.person_key ?? []),
  });
  const ids = rows.map(({ row }) => row.id);
  await openRecords(tx, staff, { kind: 'postTest', ids, purpose: 'postTest.export', act: 'Exported', reason, entryId });
  const mediaType = format === 'csv' ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { content, mediaType, fileName: `post-test.${format}` };
}

async function send(
  tx: Tx,
  staff: StaffActor,
  { row, exportId }: { row: NamedRequest; exportId: string },
): Promise<void> {
  const locked = await lockRequest(tx, row.id);
  await move(tx, locked, { event: 'send', staff });
  const now = await readNow(tx);
  const expectedBy = await expectedDate(tx, locked, now);
  await change(tx, row.id, { export_id: exportId, sent_at: now, expected_by: expectedBy });
  await closeItem(tx, { kind: 'postTestToSend', objectId: row.id });
  const dueAt = endOfDay(expectedBy ?? addDays(chinaDateOf(now), 30));
  await openItem(tx, {
    kind: 'postTestOutcome',
    objectKind: 'postTest',
    objectId: row.id,
    officeId: locked.office_id,
    label: locked.code,
    dueAt,
  });
  await tellSent(tx, { id: row.id, expectedBy });
}

/** When the awarding body usually answers; null where it says nothing. */
async function expectedDate(tx: Tx, row: RequestRow, now: string): Promise<string | null> {
  const service = await tx
    .selectFrom('post_test_service')
    .selectAll()
    .where('id', '=', row.service_id)
    .executeTakeFirstOrThrow();
  const days = service.turnaround_days;
  if (days === null) return null;
  const today = chinaDateOf(now);
  return service.is_turnaround_working ? (await readWorkingCalendar(tx)).add(today, days) : addDays(today, days);
}

async function fileOf(format: 'csv' | 'xlsx', rows: readonly Waiting[]): Promise<Buffer> {
  const lines = rows.map(cellsOf);
  const stream =
    format === 'csv'
      ? csvStream(headings, lines)
      : writeXlsxStream(
          lines.map((line) => line.map(safeText)),
          { name: 'Post-test', columns: headings.map((header) => ({ header })) },
        );
  return Buffer.from(await new Response(stream).arrayBuffer());
}

function cellsOf({ row, items }: Waiting): string[] {
  return [
    row.code,
    row.centre_code ?? '',
    row.candidate_number ?? '',
    openText(row, 'uci', row.uci_sealed) ?? '',
    openText(row, 'second_uci', row.second_uci_sealed) ?? '',
    row.last_name ?? '',
    row.first_name ?? '',
    dobOf('post_test', row),
    row.series_en ?? '',
    row.service_en,
    row.level_en ?? '',
    row.award_code ?? '',
    codesOf(items),
  ];
}

function codesOf(items: readonly ItemRow[]): string {
  return items
    .map((item) => item.code)
    .join(', ')
    .slice(0, 300);
}

type Search = z.output<StaffCalls['postTests.exports']['body']>;

/** Earlier files, the latest first. */
export async function findExports(tx: Tx, { productId, pageIndex, pageSize, sort = '-exportedAt' }: Search) {
  const where = productId === undefined ? sql`true` : sql`export.product_id = ${productId}`;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from post_test_export export where ${where}`.execute(tx);
  const { rows } = await sql<PostTestExport>`
    select export.id, export.product_id as "productId", product.name_en as "productNameEn", product.name_zh as "productNameZh", purpose, row_count as "rowCount",
      exported_by_name as "exportedBy", exported_at as "exportedAt"
    from post_test_export export join product on product.id = export.product_id where ${where}
    order by exported_at ${sort.startsWith('-') ? sql`desc` : sql`asc`}, export.id
    limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(tx);
  return { list: rows, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

/** The boards that requests can be about. */
export async function choicesOf(tx: Tx) {
  const { rows } = await sql<{ id: string; nameEn: string; nameZh: string; bodyNameEn: string; bodyNameZh: string }>`
    select product.id, product.name_en as "nameEn", product.name_zh as "nameZh", coalesce(body.name_en, '') as "bodyNameEn",
      coalesce(body.name_zh, '') as "bodyNameZh"
    from post_test_board board join product on product.id = board.product_id
    left join awarding_body body on body.id = product.awarding_body_id
    order by product.sort, product.id`.execute(tx);
  return { products: rows };
}
