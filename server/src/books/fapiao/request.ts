import type { FapiaoOfOrder } from '@exam/contract/entities';
import { fapiaoMachine } from '@exam/contract/machines';
import { checkFapiao, fapiaoUntil, type FapiaoInput, type FapiaoWish, maskEmail } from '@exam/contract/rules';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { record, transition } from '#platform/transition';
import { seal } from '#platform/vault';
import { emailOf, emailPlace, type FapiaoRow, issuable, keptOf, lockByOrder, papersOf, putOnBoard } from './store.ts';

type Own = { accountId: string; orderId: string };

const open: readonly string[] = ['Requested', 'Refused'];

/** The fapiao of an order for its owner, and whether it may be asked for now. @throws Refusal NOT_FOUND when it is not theirs. */
export async function showFapiao(tx: Tx, { accountId, orderId }: Own): Promise<FapiaoOfOrder> {
  const order = await tx
    .selectFrom('order_owner')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!order) return refuse('NOT_FOUND');
  const kept = await keptOf(tx, orderId, accountId);
  if (!kept) return { request: null, canRequest: false, until: null, amount: 0 };
  const row = await tx.selectFrom('fapiao').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  const until = fapiaoUntil(kept.paidAt);
  const amount = issuable(kept);
  const isInTime = chinaDateOf(await readNow(tx)) <= until;
  const canRequest = amount > 0 && isInTime && (row === undefined || open.includes(row.status));
  return { request: row ? await present(tx, row) : null, canRequest, until, amount };
}

async function present(tx: Tx, row: FapiaoRow): Promise<FapiaoOfOrder['request']> {
  return {
    status: row.status,
    buyer: row.buyer,
    title: row.title,
    taxNumber: row.tax_number,
    email: emailOf(row),
    requestedAt: row.requested_at,
    refusal: row.refusal,
    papers: await papersOf(tx, row.id),
  };
}

/**
 * Asks for the fapiao of a paid order, or corrects what was asked for while it is not issued (3-domain 7): one for each order, within
 * twelve months of the payment. Staff find it on their board.
 * @throws Refusal NOT_FOUND; FIELDS with the refusals of `checkFapiao`; FAPIAO_NOT_PAID, FAPIAO_TOO_LATE, FAPIAO_NOTHING_LEFT,
 *   FAPIAO_ISSUED.
 */
export async function requestFapiao(tx: Tx, own: Own, input: FapiaoInput): Promise<FapiaoOfOrder> {
  const shown = await showFapiao(tx, own);
  const check = checkFapiao(input);
  if (!check.ok) return refuse('FIELDS', {}, check.fields);
  if (shown.until === null) return refuse('FAPIAO_NOT_PAID');
  const row = await lockByOrder(tx, own.orderId);
  if (row && !open.includes(row.status)) return refuse('FAPIAO_ISSUED');
  if (shown.amount === 0) return refuse('FAPIAO_NOTHING_LEFT');
  if (!shown.canRequest) return refuse('FAPIAO_TOO_LATE');
  const asked = row ? await correct(tx, own, { row, wish: check.wish }) : await insert(tx, own, check.wish);
  await putOnBoard(tx, 'fapiaoToIssue', asked);
  return await showFapiao(tx, own);
}

async function insert(tx: Tx, { accountId, orderId }: Own, wish: FapiaoWish): Promise<FapiaoRow> {
  const id = randomId();
  const row = await tx
    .insertInto('fapiao')
    .values({
      id,
      order_id: orderId,
      account_id: accountId,
      status: 'Requested',
      ...columnsOf(id, wish),
      requested_at: sql<string>`app_now()`,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  // Asked for twice at the same moment: the other one is kept, and may be corrected.
  if (!row) return refuse('ILLEGAL_STATE');
  const actor = { kind: 'candidate', id: accountId } as const;
  await record(tx, { kind: 'fapiao', id, event: 'request', actor, to: 'Requested' });
  return row;
}

type Correction = { row: FapiaoRow; wish: FapiaoWish };

async function correct(tx: Tx, { accountId }: Own, { row, wish }: Correction): Promise<FapiaoRow> {
  const actor = { kind: 'candidate', id: accountId } as const;
  await transition(tx, fapiaoMachine, { table: 'fapiao', kind: 'fapiao', id: row.id, event: 'correct', actor });
  return await tx
    .updateTable('fapiao')
    .set((own) => ({
      ...columnsOf(row.id, wish),
      refusal: null,
      requested_at: sql<string>`app_now()`,
      version: own('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function columnsOf(id: string, { buyer, title, taxNumber, email }: FapiaoWish) {
  return {
    buyer,
    title,
    tax_number: taxNumber,
    email_sealed: seal(email, emailPlace(id)),
    email_masked: maskEmail(email),
  };
}
