import type { PostTestListItem, PostTestRecord, StoredFile } from '@exam/contract/entities';
import { postTestStatements } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { wire } from '@exam/contract/wire';
import { filesOf } from '#office/files';
import { dobOf } from '#platform/birth';
import type { Tx } from '#platform/database';
import { type ApplicationRefund, refundsOfApplications } from '#books/refunds';
import { openText } from './request/sealed-texts.ts';
import { type NamedRequest, timelineOf } from './queries.ts';
import { type ItemRow, itemsOf, ordersOf, type RequestOrder } from './store.ts';

/** What is beside the rows of a page. */
type Beside = {
  items: ReadonlyMap<string, ItemRow[]>;
  orders: ReadonlyMap<string, RequestOrder>;
  refunds: ReadonlyMap<string, ApplicationRefund>;
};

/** Requests as lists show them. */
export async function presentList(
  tx: Tx,
  rows: readonly NamedRequest[],
  language: Language,
): Promise<PostTestListItem[]> {
  const ids = rows.map((row) => row.id);
  const beside: Beside = {
    items: await itemsOf(tx, ids),
    orders: await ordersOf(tx, ids),
    refunds: await refundsOfApplications(tx, ids),
  };
  return rows.map((row) => presentItem(row, beside, language));
}

/** The candidate's name as on the request; empty in a draft. */
export function nameOf(row: Pick<NamedRequest, 'last_name' | 'first_name'>): string {
  return `${row.last_name ?? ''} ${row.first_name ?? ''}`.trim();
}

function presentItem(row: NamedRequest, { items, orders, refunds }: Beside, language: Language): PostTestListItem {
  const inLanguage = (en: string | null, zh: string | null) => (language === 'zh' ? zh : en);
  const lines = items.get(row.id) ?? [];
  const service = inLanguage(row.service_en, row.service_zh) ?? '';
  return {
    [wire.fields.applicationId]: row.id,
    postTestApplicationCode: row.code,
    name: service,
    productLine: inLanguage(row.line_en, row.line_zh) ?? '',
    productNameEn: row.product_en,
    productNameCn: row.product_zh,
    productServiceName: service,
    serviceKind: row.service_kind,
    componentName: lines.map((line) => inLanguage(line.name_en, line.name_zh)).join('; '),
    code: lines.map((line) => line.code).join(', '),
    level: inLanguage(row.level_en, row.level_zh),
    examSeriesName: inLanguage(row.series_en, row.series_zh),
    candidateName: nameOf(row),
    candidateNumber: row.candidate_number,
    centreName: inLanguage(row.centre_en, row.centre_zh),
    centreNumber: row.centre_code,
    uciNumber: openText(row, 'uci', row.uci_sealed),
    [wire.fields.cashInCode]: row.award_code,
    registrationDate: row.registered_at,
    status: row.status,
    amount: orders.get(row.id)?.amount ?? row.amount,
    refundStatus: refunds.get(row.id)?.status ?? 'None',
    cancellationRejectReason: row.cancel_reject_reason,
    payment: paymentOf(orders.get(row.id) ?? null),
    json: openText(row, 'form_json', row.form_json_sealed) ?? '{}',
  };
}

/** A request in full, as its owner sees it. */
export async function presentRecord(tx: Tx, row: NamedRequest, language: Language): Promise<PostTestRecord> {
  const [item] = await presentList(tx, [row], language);
  if (!item) throw new Error('a request that was found is not presented');
  const lines = (await itemsOf(tx, [row.id])).get(row.id) ?? [];
  const files = (await filesOf(tx, [row.id])).get(row.id) ?? [];
  return {
    ...item,
    productId: row.product_id,
    birthday: dobOf('post_test', row),
    secondUciNumber: openText(row, 'second_uci', row.second_uci_sealed),
    components: lines.map((line) => presentLine(line, language)),
    isGradeChanged: row.is_grade_changed,
    gradeBefore: row.grade_before,
    gradeAfter: row.grade_after,
    outcomeNote: row.outcome_note,
    rejectReason: row.reject_reason,
    cancellationRequestReason: openText(row, 'cancel_reason', row.cancel_reason_sealed),
    sentAt: row.sent_at,
    expectedBy: row.expected_by,
    completedAt: row.completed_at,
    ...splitFiles(row, files),
    consents: await consentsOf(tx, row.id),
    timeline: await timelineOf(tx, row.id),
    refunds: [...(await refundsOfApplications(tx, [row.id])).values()],
    canRequestCancellation: row.status === 'Registered',
  };
}

/** What the candidate uploaded, and what came back from the awarding body. */
export function splitFiles(
  row: Pick<NamedRequest, 'form_file_ids'>,
  files: readonly StoredFile[],
): { formFiles: StoredFile[]; boardFiles: StoredFile[] } {
  return {
    formFiles: files.filter((file) => row.form_file_ids.includes(file.id)),
    boardFiles: files.filter((file) => !row.form_file_ids.includes(file.id)),
  };
}

function presentLine(line: ItemRow, language: Language): PostTestRecord['components'][number] {
  return {
    componentId: line.component_id,
    code: line.code,
    name: language === 'zh' ? line.name_zh : line.name_en,
    fee: line.local_fee + line.board_fee + line.vat,
    outcome: line.outcome,
    markBefore: line.mark_before,
    markAfter: line.mark_after,
  };
}

function paymentOf(order: RequestOrder | null): PostTestRecord['payment'] {
  return order === null ? null : { orderId: order.orderId, orderCode: order.orderCode, paidAt: order.paidAt };
}

/** What was ticked at the last confirmation. */
export async function consentsOf(tx: Tx, id: string): Promise<PostTestRecord['consents']> {
  const rows = await tx
    .selectFrom('consent')
    .leftJoin('consent_text', 'consent_text.hash', 'consent.text_hash')
    .select(['consent.statement_id', 'consent.version', 'consent.language', 'given_at', 'text'])
    .where('post_test_id', '=', id)
    .orderBy('given_at', 'desc')
    .execute();
  const [latest] = rows;
  return postTestStatements.flatMap((statement) =>
    rows
      .filter((row) => row.statement_id === statement && row.given_at === latest?.given_at)
      .map(({ version, language, text, given_at: givenAt }) => ({
        statementId: statement,
        version,
        language: language === 'zh' ? 'zh' : 'en',
        text: text ?? '',
        givenAt,
      })),
  );
}
