import { type PostTestItem, type PostTestPage, staffPostTestStatuses, type StaffCalls } from '@exam/contract/staff';
import { allowed, postTestMachine } from '@exam/contract/machines';
import {
  correctionDays,
  gradeChangeRefund,
  hasMarkOutcome,
  millisecondsBetween,
  refusalRefund,
} from '@exam/contract/rules';
import { type Expression, sql, type SqlBool } from 'kysely';
import type * as z from 'zod/mini';
import { isFoundBy, maskMinors, openRecords } from '#office/access';
import { filesOf } from '#office/files';
import { dobOf } from '#platform/birth';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { inOffices, type StaffActor } from '#platform/staff-http';
import { paidFees } from './request/cancel.ts';
import { openText } from './request/sealed-texts.ts';
import { consentsOf, nameOf, splitFiles } from './present.ts';
import { findRequest, type NamedRequest, namedRequests, names, timelineOf } from './queries.ts';
import { type ItemRow, itemsOf, ordersOf } from './store.ts';

type Filters = z.output<StaffCalls['postTests.search']['body']>;

const sorts = {
  boardCloseAt: 'request.board_close_at',
  registeredAt: 'request.registered_at',
  amount: 'request.amount',
} as const;

/** What staff see of the requests of their offices: all that were confirmed and are not expired, deleted or restricted. */
export function deskScope(staff: StaffActor): Expression<SqlBool> {
  return sql<SqlBool>`(${inOffices(staff, 'request.office_id')} and request.deleted_at is null
    and request.restricted_at is null and request.status not in ('Initiated', 'Expired'))`;
}

/** The requests of the staff's offices, what the awarding body closes first at the top unless sorted. */
export async function searchDesk(tx: Tx, staff: StaffActor, filters: Filters) {
  const { pageIndex, pageSize, sort = 'boardCloseAt' } = filters;
  let found = namedRequests(tx);
  for (const condition of conditionsOf(staff, filters)) found = found.where(condition);
  const { recordCount } = await found
    .select(({ fn }) => fn.countAll<number>().as('recordCount'))
    .executeTakeFirstOrThrow();
  const field = Object.keys(sorts).find((name): name is keyof typeof sorts => name === sort.replace('-', ''));
  const rows = await found
    .selectAll('request')
    .select(names)
    .orderBy(sorts[field ?? 'boardCloseAt'], (order) => (sort.startsWith('-') ? order.desc() : order.asc()).nullsLast())
    .orderBy('request.id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const items = await itemsOf(
    tx,
    rows.map((row) => row.id),
  );
  const all = rows.map((row) => presentItem(row, items.get(row.id) ?? []));
  return { list: await maskMinors(tx, staff, all, ({ id }) => id), pageIndex, pageSize, recordCount };
}

const findable = {
  id: sql`request.id`,
  open: sql`concat_ws(' ', request.code, product.name_en, product.name_zh, service.name_en, service.name_zh)`,
  names: [
    sql`trim(request.last_name || ' ' || request.first_name)`,
    sql`request.first_name || ' ' || request.last_name`,
  ],
};

function conditionsOf(staff: StaffActor, { status, productId, serviceKind, search }: Filters): Expression<SqlBool>[] {
  const conditions = [
    deskScope(staff),
    status === undefined ? null : sql<SqlBool>`request.status = ${status}`,
    productId === undefined ? null : sql<SqlBool>`request.product_id = ${productId}`,
    serviceKind === undefined ? null : sql<SqlBool>`service.kind = ${serviceKind}`,
    search === undefined || search.trim() === '' ? null : isFoundBy(staff, search, findable),
  ];
  return conditions.flatMap((condition) => condition ?? []);
}

function presentItem(row: NamedRequest, items: readonly ItemRow[]): PostTestItem {
  return {
    id: row.id,
    version: row.version,
    code: row.code,
    status: staffPostTestStatuses.find((each) => each === row.status) ?? 'Submitted',
    productNameEn: row.product_en,
    productNameZh: row.product_zh,
    serviceNameEn: row.service_en,
    serviceNameZh: row.service_zh,
    serviceKind: row.service_kind,
    seriesNameEn: row.series_en,
    seriesNameZh: row.series_zh,
    candidateName: nameOf(row),
    candidateNumber: row.candidate_number,
    centreNumber: row.centre_code,
    codes: items
      .map((item) => item.code)
      .join(', ')
      .slice(0, 300),
    amount: row.amount,
    registeredAt: row.registered_at,
    sentAt: row.sent_at,
    boardCloseAt: row.board_close_at,
    expectedBy: row.expected_by,
    takenBy: row.taken_by_name,
  };
}

/** One request as staff work on it. @throws Refusal NOT_FOUND for another office's, or a draft. */
export async function showDesk(tx: Tx, staff: StaffActor, id: string): Promise<PostTestPage> {
  const row = await findRequest(tx, id, deskScope(staff));
  await openRecords(tx, staff, { kind: 'postTest', ids: [id], purpose: 'postResults.get' });
  const items = (await itemsOf(tx, [id])).get(id) ?? [];
  const order = (await ordersOf(tx, [id])).get(id) ?? null;
  const files = (await filesOf(tx, [id])).get(id) ?? [];
  const { rows: beside } = await sql<{ proposalId: string | null; cancelAmount: number | null }>`
    select (select id from proposal where object_id = ${id} and status = 'Open' limit 1) as "proposalId",
      (select amount from refund where id = ${row.cancel_refund_id}) as "cancelAmount"`.execute(tx);
  return {
    ...presentItem(row, items),
    ...detailsOf(row, items),
    orderId: order?.orderId ?? null,
    orderCode: order?.orderCode ?? null,
    consents: await consentsOf(tx, id),
    ...splitFiles(row, files),
    cancelAmount: beside[0]?.cancelAmount ?? null,
    proposalId: beside[0]?.proposalId ?? null,
    actions: actionsOf(row, await readNow(tx)),
    timeline: await timelineOf(tx, id),
  };
}

function detailsOf(row: NamedRequest, items: readonly ItemRow[]) {
  const paid = paidFees(items);
  return {
    levelNameEn: row.level_en,
    levelNameZh: row.level_zh,
    cashInCode: row.award_code,
    centreNameEn: row.centre_en,
    centreNameZh: row.centre_zh,
    birthday: dobOf('post_test', row) || null,
    uciNumber: openText(row, 'uci', row.uci_sealed),
    secondUciNumber: openText(row, 'second_uci', row.second_uci_sealed),
    isPlacePending: row.is_place_pending,
    isUciCleared: row.is_uci_cleared,
    hasMarks: hasMarkOutcome(row.service_kind),
    components: items.map(presentComponent),
    cancelReason: openText(row, 'cancel_reason', row.cancel_reason_sealed),
    cancelRequestedAt: row.cancel_requested_at,
    cancelRejectReason: row.cancel_reject_reason,
    rejectReason: row.reject_reason,
    boardReference: row.board_reference,
    isGradeChanged: row.is_grade_changed,
    gradeBefore: row.grade_before,
    gradeAfter: row.grade_after,
    outcomeNote: row.outcome_note,
    completedAt: row.completed_at,
    refusalAmounts: {
      other: refusalRefund(paid, { isSent: row.sent_at !== null, isProviderCause: false }),
      provider: refusalRefund(paid, { isSent: row.sent_at !== null, isProviderCause: true }),
    },
    gradeChangeAmount: gradeChangeRefund(items.map((item) => paidFees([item]))),
  };
}

function presentComponent(item: ItemRow): PostTestPage['components'][number] {
  return {
    position: item.position,
    code: item.code,
    nameEn: item.name_en,
    nameZh: item.name_zh,
    fee: item.local_fee + item.board_fee + item.vat,
    outcome: item.outcome,
    markBefore: item.mark_before,
    markAfter: item.mark_after,
  };
}

function actionsOf(row: NamedRequest, now: string): PostTestPage['actions'] {
  const events: readonly string[] = allowed(postTestMachine, row.status, 'staff');
  const shown = ['approveCancellation', 'rejectCancellation', 'refuse', 'complete', 'correct'] as const;
  const actions: PostTestPage['actions'] = shown.filter(
    (event) => events.includes(event) && (event !== 'correct' || mayCorrect(row, now)),
  );
  return row.uci_key !== null && !row.is_uci_cleared ? [...actions, 'clearUci'] : actions;
}

/** Whether an outcome may still be corrected: within 30 days (9.6 #13). */
export function mayCorrect(row: { completed_at: string | null }, now: string): boolean {
  return row.completed_at !== null && millisecondsBetween(row.completed_at, now) <= correctionDays * 86_400_000;
}
