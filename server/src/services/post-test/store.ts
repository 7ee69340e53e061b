import { sql, type Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { PostTestItemTable, PostTestTable } from '#platform/tables/index';
import { type Board, readBoardOf, type Service } from './request/board.ts';
import { type Choice, choiceOf } from './request/choice.ts';

export type RequestRow = Selectable<PostTestTable>;
export type ItemRow = Selectable<PostTestItemTable>;

/** One's own request, locked when asked. @throws Refusal NOT_FOUND when it is absent, deleted or another's. */
export async function ownRequest(
  tx: Tx,
  { id, accountId, lock = false }: { id: string; accountId: string; lock?: boolean },
): Promise<RequestRow> {
  const query = tx
    .selectFrom('post_test')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('restricted_at', 'is', null)
    .where('deleted_at', 'is', null);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? refuse('NOT_FOUND');
}

/** Any request, locked until the transaction ends. @throws Refusal NOT_FOUND */
export async function lockRequest(tx: Tx, id: string): Promise<RequestRow> {
  const row = await tx.selectFrom('post_test').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row ?? refuse('NOT_FOUND');
}

/** Several of them, in ascending id. @returns the ids of those that there are. */
export async function lockRequests(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from post_test where id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The rows of a confirmed request, in their order. */
export async function itemsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, ItemRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('post_test_item')
    .selectAll()
    .where('post_test_id', 'in', [...ids])
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.post_test_id);
}

/** The choice that a request's row stands for. */
export async function choiceOfRow(tx: Tx, row: RequestRow): Promise<Choice> {
  const { board, service } = await readBoardOf(tx, row.service_id);
  return choiceOfIds(board, service, row);
}

export function choiceOfIds(board: Board, service: Service, row: RequestRow): Choice {
  return choiceOf(board, service, {
    levelId: row.level_id,
    seriesId: row.series_id,
    awardId: row.award_id,
    componentIds: row.component_ids,
  });
}

export type Centre = { id: string; code: string; nameEn: string; nameZh: string; officeId: string };

/** The centres of an awarding body through which we can ask, by number. */
export async function centresOf(tx: Tx, awardingBodyId: string | null): Promise<Centre[]> {
  if (awardingBodyId === null) return [];
  const { rows } = await sql<Centre>`
    select id, code, name_en as "nameEn", name_zh as "nameZh", office_id as "officeId" from exam_centre
    where awarding_body_id = ${awardingBodyId} and status = 'Active' order by code`.execute(tx);
  return rows;
}

/** The latest order of a request. */
export type RequestOrder = {
  orderId: string;
  orderCode: string;
  orderStatus: 'PaymentPending' | 'PaymentSuccessful' | 'PaymentExpired';
  paidAt: string | null;
  amount: number;
};

/** The latest order of each request that was ever confirmed. */
export async function ordersOf(tx: Tx, ids: readonly string[]): Promise<Map<string, RequestOrder>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<RequestOrder & { id: string }>`
    select application_id as id, order_id as "orderId", order_code as "orderCode", order_status as "orderStatus", paid_at as "paidAt",
      pay_amount as amount
    from application_payment where application_id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, ...order }) => [id, order]));
}

/** What was paid for a request, and whence it would go back; null while it is not paid. */
export async function paidOf(
  tx: Tx,
  id: string,
): Promise<{
  applicationId: string;
  orderId: string;
  orderCode: string;
  paymentId: string | null;
  isPostTest: true;
} | null> {
  const { rows } = await sql<{ orderId: string; orderCode: string; paymentId: string | null }>`
    select order_id as "orderId", order_code as "orderCode", payment_id as "paymentId"
    from application_paid where application_id = ${id}`.execute(tx);
  const [row] = rows;
  return row ? { ...row, applicationId: id, isPostTest: true } : null;
}
