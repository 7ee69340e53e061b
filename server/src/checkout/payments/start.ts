import type { PaymentStart, PaymentType } from '@exam/contract/entities';
import { addSeconds, canStartPayment, channelEndAt } from '@exam/contract/rules';
import {
  channelNamed,
  ChannelSilent,
  type Device,
  type Payer,
  type Started,
  type StartRequest,
  waysFor,
} from '#books/channels';
import { followWay, lockOrder, type OrderRow } from '#checkout/orders';
import { beforehand } from '#platform/act';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { settings } from '#platform/settings';
import { clearAttempt } from './ending/close-attempts.ts';
import { firstPollSeconds } from './poll.ts';
import { type AttemptRow, insertAttempt, liveAttempts } from './store.ts';

export type StartInput = {
  accountId: string;
  orderId: string;
  paymentType: PaymentType;
  payer: Omit<Payer, 'amount'>;
  /** The payer's network address. */
  ip: string;
};

type Reserved = { order: OrderRow; attempt: AttemptRow | null; inTheWay: AttemptRow | null };

/**
 * Starts or resumes the one live attempt of an order (C24, 9.4 #3). The attempt is reserved before the channel is called and
 * no lock is held during the call (C3); another way of paying closes the earlier one first. A channel that gives no answer
 * leaves the reservation: the next start speaks of the same trade.
 * The order's time follows the way first: a company's transfer has a longer one.
 * @throws Refusal NOT_FOUND, ORDER_NOT_PAYABLE (not pending, or less than 60 s left), PAYMENT_TYPE_UNAVAILABLE,
 *   PAYMENT_IN_PROGRESS, PAYMENT_CHANNEL_DOWN, TRANSFER_LIMIT.
 */
export async function startPayment(input: StartInput): Promise<PaymentStart> {
  return await beforehand(() => startOrResume(input));
}

async function startOrResume(input: StartInput): Promise<PaymentStart> {
  for (let round = 0; round < 3; round++) {
    const reserved = await inTransaction((tx) => reserve(tx, input));
    if (reserved.inTheWay) {
      await makeWay(reserved.inTheWay);
      continue;
    }
    if (!reserved.attempt) return presentStart(reserved.order, null);
    const led = await lead(reserved.order, reserved.attempt, input);
    if (led) return presentStart(reserved.order, led);
  }
  return refuse('PAYMENT_IN_PROGRESS');
}

async function reserve(tx: Tx, { accountId, orderId, paymentType, payer }: StartInput): Promise<Reserved> {
  const order = await lockOrder(tx, { orderId, accountId });
  if (!order) refuse('NOT_FOUND');
  if (order.status === 'PaymentSuccessful' && order.pay_amount === 0) return { order, attempt: null, inTheWay: null };
  const now = await readNow(tx);
  if (order.status !== 'PaymentPending' || !canStartPayment(now, order.payment_end_at)) refuse('ORDER_NOT_PAYABLE');
  const way = waysFor({ ...payer, amount: order.pay_amount }).find((each) => each.paymentType === paymentType);
  if (!way) refuse('PAYMENT_TYPE_UNAVAILABLE');
  const [live] = await liveAttempts(tx, orderId);
  if (live) return { order, ...resume(live, { paymentType, now, device: payer.device }) };
  const timed = await followWay(tx, order, { isTransfer: paymentType === 'B2B', now });
  return { order: timed, attempt: await begin(tx, timed, { now, way }), inTheWay: null };
}

function resume(
  live: AttemptRow,
  { paymentType, now, device }: { paymentType: PaymentType; now: string; device: Device },
): Omit<Reserved, 'order'> {
  if (live.status === 'Accepted') refuse('PAYMENT_IN_PROGRESS');
  const isElsewhere = live.led_for !== null && live.led_for !== device && channelNamed(live.channel)?.isBoundToDevice;
  const isUsable = live.payment_type === paymentType && live.expires_at > now && !isElsewhere;
  return isUsable ? { attempt: live, inTheWay: null } : { attempt: null, inTheWay: live };
}

async function begin(
  tx: Tx,
  order: OrderRow,
  { now, way }: { now: string; way: { paymentType: PaymentType; channel: string } },
): Promise<AttemptRow> {
  const firstPollAt = addSeconds(now, firstPollSeconds);
  const attempt = await insertAttempt(tx, {
    order_id: order.id,
    orderCode: order.code,
    channel: way.channel,
    payment_type: way.paymentType,
    amount: order.pay_amount,
    expires_at: channelEndAt(order.payment_end_at),
    next_poll_at: firstPollAt,
    at: now,
  });
  const tradeNo = attempt.trade_no;
  await enqueue(tx, 'payments.poll', { tradeNo }, { jobKey: `poll:${tradeNo}`, dueAt: firstPollAt });
  return attempt;
}

/** The earlier attempt may have been paid meanwhile: then the order is no longer payable and the next round says so. */
export async function makeWay(attempt: AttemptRow): Promise<void> {
  const cleared = await clearAttempt(attempt);
  if (cleared === 'silent') refuse('PAYMENT_CHANNEL_DOWN');
  if (cleared === 'accepted') refuse('PAYMENT_IN_PROGRESS');
}

/** What a channel is told of an attempt. A sign-in at the channel brings its id back, by which we know it again. */
export function requestFor(
  order: OrderRow,
  attempt: AttemptRow,
  { paymentType, payer, ip }: Omit<StartInput, 'accountId' | 'orderId'>,
): StartRequest {
  return {
    tradeNo: attempt.trade_no,
    amount: attempt.amount,
    expiresAt: attempt.expires_at,
    // In both languages at once: a channel refuses a trade that is told otherwise when it is begun again.
    subject: `考途 Examport ${order.code}`,
    device: payer.device,
    paymentType,
    startedAt: attempt.created_at,
    ip,
    back: { url: `${settings().publicUrl}/payment/pay?orderId=${order.id}`, state: stateOf(attempt) },
  };
}

/** The attempt's id in a sign-in's state: WeChat takes letters and digits only. */
export const stateOf = ({ id }: AttemptRow) => id.replaceAll('-', '');

/**
 * Gets the address or code of an attempt, from its row when it suits the device, else from the channel.
 * @returns null when the attempt was ended while the channel was called: its code must not be shown.
 */
async function lead(order: OrderRow, attempt: AttemptRow, input: StartInput): Promise<AttemptRow | null> {
  const { device } = input.payer;
  const channel = channelNamed(attempt.channel);
  if (!channel) refuse('PAYMENT_TYPE_UNAVAILABLE');
  const isBrief = device !== 'desktop' && channel.isLeadBrief === true;
  if (attempt.led_for === device && !isBrief) return attempt;
  try {
    const started = await channel.start(requestFor(order, attempt, input));
    return await inTransaction((tx) => keepLead(tx, attempt, { ...started, device }));
  } catch (error) {
    if (error instanceof ChannelSilent) return refuse('PAYMENT_CHANNEL_DOWN');
    throw error;
  }
}

async function keepLead(
  tx: Tx,
  attempt: AttemptRow,
  { device, redirectUrl, qrCode, fields, reference }: Started & { device: Device },
): Promise<AttemptRow | null> {
  const lead = {
    redirect_url: redirectUrl,
    qr_code: qrCode,
    redirect_fields: fields ? JSON.stringify(fields) : null,
    led_for: device,
    reference: reference ?? attempt.reference,
  };
  const led = await tx
    .updateTable('payment_attempt')
    .set(lead)
    .where('id', '=', attempt.id)
    .where('status', '=', 'Started')
    .returningAll()
    .executeTakeFirst();
  return led ?? null;
}

function presentStart(order: OrderRow, attempt: AttemptRow | null): PaymentStart {
  return {
    orderId: order.id,
    amount: order.pay_amount,
    isIcc: attempt?.payment_type === 'VISA_Master_AE_JCB',
    isNocharge: order.pay_amount === 0,
    redirectUrl: attempt?.redirect_url ?? null,
    redirectFields: fieldsOf(attempt?.redirect_fields),
    qrCode: attempt?.qr_code ?? null,
    expiresAt: attempt?.expires_at ?? null,
    tradeNo: attempt?.trade_no ?? null,
  };
}

function fieldsOf(stored: unknown): PaymentStart['redirectFields'] {
  if (typeof stored !== 'object' || stored === null) return null;
  return Object.entries(stored).map(([name, value]) => ({ name, value: String(value) }));
}
