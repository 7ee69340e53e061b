import { refundMachine } from '@exam/contract/machines';
import { addDays, addSeconds } from '@exam/contract/rules';
import { rolePresets } from '@exam/contract/staff/permissions';
import { sql } from 'kysely';
import { approveCancellation, rejectCancellation, requestCancellation, takeBackRequest } from '#services/cancellations';
import { openException, post } from '#books/ledger';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import type { StaffActor } from '#platform/staff-http';
import { theGateway, theSystem, transition } from '#platform/transition';
import { openItem } from '#office/work-items';
import type { DemoEnding } from './data/cancellations.ts';

/** A paid registration of the demonstration with what becomes of it. */
export type WrittenEnding = { ending: DemoEnding; accountId: string; applicationId: string };

/** The member of staff who decided. */
const officer: StaffActor = {
  id: randomId(),
  name: '林静',
  permissions: new Set(rolePresets.financeApprover),
  offices: 'all',
  language: 'zh',
};

/** How long a refund that stays on its way waits for the channel, so that it can be seen. */
const waitingDays = 28;
/** The channel's word for an empty merchant account, the commonest reason of a refused refund. */
const channelRefusal = 'ACQ.SELLER_BALANCE_NOT_ENOUGH';
const refusals = 4;

/**
 * Through the domains' own commands: a request in each state, and a refund that waits, one that the channel refused to the last, and
 * one that is back (3-domain 10). Their owners are told as at any other time.
 */
export async function writeCancellations(tx: Tx, written: readonly WrittenEnding[]): Promise<void> {
  for (const each of written) await end(tx, each);
}

async function end(tx: Tx, { ending, accountId, applicationId }: WrittenEnding): Promise<void> {
  const own = { accountId, applicationId };
  const { state, reason, answer = '' } = ending;
  await requestCancellation(tx, { ...own, reason, documentIds: [], expectedAmount: null });
  if (state === 'requested') return;
  if (state === 'takenBack') return await takeBackRequest(tx, own);
  const request = { requestId: await requestOf(tx, applicationId), version: 1 };
  if (state === 'rejected') return await rejectCancellation(tx, officer, { ...request, reason: answer });
  await approveCancellation(tx, officer, { ...request, overrides: [], reason: null });
  const refund = await refundOf(tx, applicationId);
  if (state === 'approved') return await keepWaiting(tx, refund);
  await transition(tx, refundMachine, { ...refund.change, event: 'send', actor: theSystem });
  await (state === 'failed' ? refuseToTheLast(tx, refund) : arrive(tx, refund));
}

async function requestOf(tx: Tx, applicationId: string): Promise<string> {
  const item = await tx
    .selectFrom('cancellation_item')
    .select('request_id')
    .where('application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return item.request_id;
}

type Refund = Awaited<ReturnType<typeof refundOf>>;

async function refundOf(tx: Tx, applicationId: string) {
  const row = await tx
    .selectFrom('refund')
    .innerJoin('order_owner as owner', 'owner.order_id', 'refund.order_id')
    .select(['refund.id', 'refund.order_id', 'refund.payment_id', 'refund.amount', 'refund.serial_number'])
    .select(['refund.target_date', 'refund.approved_at', 'owner.office_id'])
    .where('refund.application_id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return { ...row, change: { table: 'refund', kind: 'refund', id: row.id } as const };
}

async function keepWaiting(tx: Tx, { id, approved_at: approvedAt }: Refund): Promise<void> {
  const dueAt = addSeconds(approvedAt ?? '', waitingDays * 86_400);
  await tx.updateTable('refund').set({ next_try_at: dueAt }).where('id', '=', id).execute();
  await enqueue(tx, 'refunds.send', { refundId: id }, { jobKey: `refund:${id}`, dueAt });
}

async function refuseToTheLast(tx: Tx, refund: Refund): Promise<void> {
  const { id, order_id: orderId, payment_id: paymentId, target_date: targetDate } = refund;
  await transition(tx, refundMachine, { ...refund.change, event: 'fail', actor: theGateway });
  await tx
    .updateTable('refund')
    .set({ last_error: channelRefusal, refusals, next_try_at: null })
    .where('id', '=', id)
    .execute();
  await openItem(tx, {
    kind: 'refundFailed',
    objectKind: 'refund',
    objectId: id,
    officeId: refund.office_id,
    dueAt: `${addDays(targetDate ?? '', 1)}T09:00:00.000Z`,
    label: refund.serial_number,
  });
  await openException(tx, { kind: 'refundFailed', detail: channelRefusal, orderId, paymentId });
}

async function arrive(tx: Tx, refund: Refund): Promise<void> {
  await transition(tx, refundMachine, { ...refund.change, event: 'complete', actor: theGateway });
  await tx
    .updateTable('refund')
    .set({ completed_at: sql<string>`app_now()`, next_try_at: null })
    .where('id', '=', refund.id)
    .execute();
  const { order_id: orderId, amount } = refund;
  await post(tx, { orderId, kind: 'refundDone', debit: 'refundDue', credit: 'channel', amount });
}
