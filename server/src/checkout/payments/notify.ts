import { channelNamed, type MessageHeaders, type Notice, type NoticeAnswer, type Rejection } from '#books/channels';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { openException } from '#books/ledger';
import { randomId } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { takeLimit } from '#platform/limits';
import { logInfo, logWarning } from '#platform/log';
import { seal } from '#platform/vault';
import { applyPayment } from './apply-payment.ts';
import { planOutsideLook } from './outside-refund.ts';
import { moveAttempt } from './query.ts';
import { attemptByTradeNo } from './store.ts';

/**
 * Takes a channel's notification (C19): believed only with signature, application, seller and freshness right; stored once for
 * ever; applied in the same transaction. A repeat changes nothing and is thanked again.
 * @returns what the channel waits for: that it was understood only after the commit, else that it was not, so that it comes again.
 * @throws Refusal RATE_LIMITED for an address that keeps sending what cannot be believed.
 */
export async function takeNotification(
  channelName: string,
  { rawBody, headers = {}, ip }: { rawBody: Buffer; headers?: MessageHeaders; ip: string },
): Promise<NoticeAnswer> {
  const channel = channelNamed(channelName);
  if (!channel) return usual.refused;
  const answers = channel.answers ?? usual;
  const notice = channel.parseNotify(rawBody, await readNowAlone(), headers);
  if ('rejected' in notice) {
    await takeLimit('notifyRejected.ip', ip);
    await noteRejected(channelName, notice, rawBody);
    return answers.refused;
  }
  await inTransaction((tx) => apply(tx, { channelName, notice, rawBody }));
  return answers.believed;
}

const usual = { believed: { status: 200, content: 'success' }, refused: { status: 200, content: 'fail' } };

type Incoming = { channelName: string; notice: Notice; rawBody: Buffer };

async function apply(tx: Tx, { channelName, notice, rawBody }: Incoming): Promise<void> {
  const eventId = await storeEvent(tx, {
    channelName,
    eventKey: notice.eventKey,
    tradeNo: notice.tradeNo,
    kind: notice.kind,
    rawBody,
  });
  if (eventId === null) return logInfo('payment notification repeated', { channel: channelName });
  const outcome = await outcomeOf(tx, channelName, notice);
  await sql`update payment_event set outcome = ${outcome} where id = ${eventId}`.execute(tx);
}

async function outcomeOf(tx: Tx, channel: string, { kind, tradeNo, payment, refund }: Notice): Promise<string> {
  if (kind === 'paid' && payment) return await applyPayment(tx, { channel, tradeNo, payment });
  // A refund without a number of its own is one of the whole trade under the trade's number.
  if (kind === 'refunded' && refund)
    await planOutsideLook(tx, { channel, tradeNo, ...refund, requestNo: refund.requestNo || tradeNo });
  if (kind === 'closed') await moveAttempt(tx, tradeNo, 'close');
  if (kind === 'unread') {
    const orderId = (await attemptByTradeNo(tx, channel, tradeNo))?.order_id ?? null;
    await openException(tx, { kind: 'amountMismatch', detail: `#${channel} ${tradeNo} #unread`, orderId });
  }
  return kind;
}

type NewEvent = { channelName: string; eventKey: string; tradeNo: string | null; kind: string; rawBody: Buffer };

async function storeEvent(tx: Tx, event: NewEvent): Promise<string | null> {
  const id = randomId();
  const payload = seal(event.rawBody.toString('base64'), { table: 'payment_event', row: id, column: 'payload_sealed' });
  const { rows } = await sql`
    insert into payment_event (id, channel, event_key, trade_no, kind, outcome, payload_sealed, received_at)
    values (${id}, ${event.channelName}, ${event.eventKey}, ${event.tradeNo}, ${event.kind}, 'received', ${payload}, app_now())
    on conflict (channel, event_key) do nothing
    returning id`.execute(tx);
  return rows.length === 0 ? null : id;
}

/**
 * Keeps what was not believed, once per body, for staff (T13). Anybody can send these, so a limit per
 * address bounds the rows, and each opens at most one exception.
 */
async function noteRejected(channelName: string, { rejected, tradeNo }: Rejection, rawBody: Buffer): Promise<void> {
  logWarning('payment notification refused', { channel: channelName, outcome: rejected });
  if (rejected === 'malformed') return;
  const eventKey = `${rejected}:${createHash('sha256').update(rawBody).digest('base64url')}`;
  await inTransaction(async (tx) => {
    const id = await storeEvent(tx, {
      channelName,
      eventKey,
      tradeNo: tradeNo?.slice(0, 64) ?? null,
      kind: rejected,
      rawBody,
    });
    if (id !== null) await openException(tx, { kind: 'badSignature', detail: `#${channelName} #${rejected}` });
  });
}
