import { type KeyObject, X509Certificate } from 'node:crypto';
import { addMinutes } from '@exam/contract/rules';
import type { PaymentType } from '@exam/contract/entities';
import { readNowAlone } from '#platform/clock';
import { ConfigError } from '#platform/config';
import { callOut, NetworkError } from '#platform/network';
import {
  type ChannelPort,
  ChannelSilent,
  type Notice,
  type RefundAnswer,
  type RefundRequest,
  type RefundStanding,
  type Rejection,
  type Started,
  type StartRequest,
  type TradeState,
} from '../channel.ts';
import { readForm } from '../form.ts';
import { readPrivateKey } from '../rsa-keys.ts';
import { type Fields, isSigned, readAnswer, signed, type Trust } from './signing.ts';

export type UnionpaySettings = {
  merId: string;
  privateKey: string;
  /** The number of our certificate at the channel. */
  certId: string;
  /** PEM. */
  rootCert: string;
  middleCert: string;
  signerName: string;
  /** `https://gateway.95516.com/gateway/api` */
  gateway: string;
  notifyUrl: string;
  returnUrl: string;
};

type Opened = { settings: UnionpaySettings; privateKey: KeyObject; trust: Trust };

/** How each of our ways is called there: product, and kind of transaction. */
const products: Partial<Record<PaymentType, { bizType: string; txnSubType: string }>> = {
  B2C: { bizType: '000201', txnSubType: '01' },
  B2B: { bizType: '000202', txnSubType: '01' },
  EXPRESS_PAY: { bizType: '000301', txnSubType: '01' },
  AGREEMENT_PAY: { bizType: '000901', txnSubType: '01' },
  UNION_SCANCODE_PAY: { bizType: '000000', txnSubType: '07' },
};
const yuan = '156';
/** Done; and done, with a remark. */
const good: readonly (string | undefined)[] = ['00', 'A6'];
/** Taken, and the result is said later. */
const working: readonly (string | undefined)[] = ['03', '04', '05'];
const noSuch = '34';
const repeated = '12';

/**
 * UnionPay 5.1.0, on its protocol: online banking of persons and companies, quick pay and bound cards by a form that the payer's browser
 * posts, and a code to scan. A trade is named by number and time together, and ends by its own time limit: the channel has no call that
 * closes one.
 * @throws ConfigError when key or certificates cannot be read.
 */
export function createUnionpay(settings: UnionpaySettings): ChannelPort {
  const opened = open(settings);
  return {
    start: (request) => start(opened, request),
    query: (tradeNo, { startedAt } = {}) => query(opened, tradeNo, startedAt),
    // Nothing can be closed there. What comes after all is a late payment (C17), and the last look finds it.
    close: async () => 'closed',
    refund: (request) => refund(opened, request),
    queryRefund: ({ serialNumber, requestedAt }) => queryRefund(opened, serialNumber, requestedAt),
    findRefund: async ({ requestNo, at }) => {
      if (at === undefined) throw new ChannelSilent('the time of the refund is not known');
      const answer = await ask(opened, requestNo, at);
      const amount = fenOfText(answer['txnAmt']);
      if (!good.includes(answer['origRespCode']) || amount === null) throw new ChannelSilent(answer['origRespCode']);
      return { amount };
    },
    parseNotify: (rawBody, now) => parseNotify(opened, rawBody, now),
    answers: { believed: { status: 200, content: 'ok' }, refused: { status: 400, content: 'fail' } },
  };
}

function open(settings: UnionpaySettings): Opened {
  const privateKey = readPrivateKey(settings.privateKey);
  const [root, middle] = [readCertificate(settings.rootCert), readCertificate(settings.middleCert)];
  if (privateKey && root && middle)
    return { settings, privateKey, trust: { root, middle, signerName: settings.signerName } };
  throw new ConfigError([
    ...(privateKey
      ? []
      : [
          'UNIONPAY_PRIVATE_KEY must be an RSA private key, in PEM or as bare base64 (of a .pfx: openssl pkcs12 -legacy -nodes -nocerts).',
        ]),
    ...(root ? [] : ['UNIONPAY_ROOT_CERT must be a certificate in PEM.']),
    ...(middle ? [] : ['UNIONPAY_MIDDLE_CERT must be a certificate in PEM.']),
  ]);
}

function readCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text.replaceAll('\\n', '\n'));
  } catch {
    return null;
  }
}

/** `2026-11-21T08:00:00.000Z` -> `20261121160000`, China time. */
function stampOf(instant: string): string {
  return addMinutes(instant, 8 * 60)
    .slice(0, 19)
    .replaceAll(/[-:T]/g, '');
}

/** The instant of such a time; null when it is none. */
function instantOf(stamp: string): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp);
  return parts
    ? addMinutes(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}.000Z`, -8 * 60)
    : null;
}

function fenOfText(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function common({ settings }: Opened): Record<string, string> {
  return {
    version: '5.1.0',
    encoding: 'UTF-8',
    signMethod: '01',
    accessType: '0',
    merId: settings.merId,
    certId: settings.certId,
  };
}

async function start(opened: Opened, request: StartRequest): Promise<Started> {
  const { settings, privateKey } = opened;
  const product = products[request.paymentType];
  if (!product) throw new Error(`UnionPay does not serve ${request.paymentType}`);
  const fields = {
    ...common(opened),
    ...product,
    txnType: '01',
    channelType: request.device === 'desktop' ? '07' : '08',
    orderId: request.tradeNo,
    txnTime: stampOf(request.startedAt),
    txnAmt: String(request.amount),
    currencyCode: yuan,
    payTimeout: stampOf(request.expiresAt),
    // Braces and ampersands would end the field.
    riskRateInfo: `{commodityName=${request.subject.replaceAll(/[{}&=]/g, ' ')}}`,
    frontUrl: settings.returnUrl,
    backUrl: settings.notifyUrl,
  };
  if (request.paymentType !== 'UNION_SCANCODE_PAY') {
    const redirectUrl = `${settings.gateway}/frontTransReq.do`;
    return { redirectUrl, qrCode: null, fields: signed(fields, privateKey) };
  }
  const answer = await send(opened, 'backTransReq.do', fields);
  if (!good.includes(answer['respCode']) || !answer['qrCode']) throw new ChannelSilent(answer['respCode']);
  return { redirectUrl: null, qrCode: answer['qrCode'] };
}

/** Posts a signed form and believes only a signed answer for our merchant. @throws ChannelSilent */
async function send(opened: Opened, path: string, fields: Fields): Promise<Fields> {
  const { settings, privateKey, trust } = opened;
  try {
    const answer = await callOut(`${settings.gateway}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: new URLSearchParams(signed(fields, privateKey)).toString(),
      allowedOrigins: [new URL(settings.gateway).origin],
      timeoutMilliseconds: 5000,
    });
    const read = answer.status === 200 ? readAnswer(answer.text) : null;
    const isTheirs = read !== null && isSigned(read, trust, await readNowAlone());
    if (!isTheirs || read['merId'] !== settings.merId) throw new ChannelSilent('not signed');
    return read;
  } catch (error) {
    throw error instanceof NetworkError ? new ChannelSilent(error) : error;
  }
}

/** Asks about a transaction by its number and the time it was made. @throws ChannelSilent */
async function ask(opened: Opened, orderId: string, at: string): Promise<Fields> {
  const fields = {
    ...common(opened),
    bizType: '000000',
    txnType: '00',
    txnSubType: '00',
    orderId,
    txnTime: stampOf(at),
  };
  const answer = await send(opened, 'queryTrans.do', fields);
  if (answer['orderId'] !== orderId) throw new ChannelSilent('another order');
  if (answer['respCode'] !== noSuch && answer['respCode'] !== '00') throw new ChannelSilent(answer['respCode']);
  return answer;
}

async function query(opened: Opened, tradeNo: string, startedAt: string | undefined): Promise<TradeState> {
  if (startedAt === undefined) throw new ChannelSilent('the time of the trade is not known');
  const answer = await ask(opened, tradeNo, startedAt);
  if (answer['respCode'] === noSuch) return { state: 'unknown' };
  const result = answer['origRespCode'];
  if (working.includes(result)) return { state: 'accepted' };
  // A try that failed leaves the trade open until its time limit.
  if (!good.includes(result)) return { state: 'waiting' };
  const payment = paymentOf(answer);
  if (!payment) throw new ChannelSilent('incomplete answer');
  return { state: 'paid', payment };
}

/** The channel writes month, day and time of a payment; the year is that of the trade, or the next one. */
function paymentOf(fields: Fields) {
  const { txnTime = '', traceTime = '', queryId: channelTradeNo, currencyCode } = fields;
  const amount = fenOfText(fields['txnAmt']);
  const year = Number(txnTime.slice(0, 4)) + (traceTime < txnTime.slice(4) && traceTime < '0201' ? 1 : 0);
  const paidAt = instantOf(`${year}${traceTime}`);
  const isWhole = amount !== null && paidAt !== null && currencyCode === yuan;
  return isWhole && channelTradeNo ? { channelTradeNo, amount, paidAt } : null;
}

async function refund(opened: Opened, request: RefundRequest): Promise<RefundAnswer> {
  const answer = await send(opened, 'backTransReq.do', {
    ...common(opened),
    bizType: '000201',
    txnType: '04',
    txnSubType: '00',
    channelType: '07',
    orderId: request.serialNumber,
    txnTime: stampOf(request.requestedAt),
    origQryId: request.channelTradeNo,
    txnAmt: String(request.amount),
    currencyCode: yuan,
    backUrl: opened.settings.notifyUrl,
  });
  const code = answer['respCode'] ?? '';
  // Good means only that it was taken; a repeated number is the refund that was taken before.
  if (good.includes(code) || working.includes(code) || code === repeated) return { state: 'underWay' };
  if (code === '01' || code === '02') throw new ChannelSilent(code);
  return { state: 'refused', code };
}

async function queryRefund(opened: Opened, serialNumber: string, requestedAt: string): Promise<RefundStanding> {
  const answer = await ask(opened, serialNumber, requestedAt);
  const result = answer['origRespCode'];
  if (answer['respCode'] === noSuch) return { state: 'unknown' };
  if (working.includes(result)) return { state: 'underWay' };
  return good.includes(result) ? { state: 'done' } : { state: 'refused', code: result ?? 'unknown' };
}

/**
 * The signature covers no time of sending, and the channel repeats the same bytes for a day: what protects from a replay is the event's
 * key, kept for ever (C20).
 */
function parseNotify({ settings, trust }: Opened, rawBody: Buffer, now: string): Notice | Rejection {
  const fields = readForm(rawBody);
  if (!fields) return { rejected: 'malformed', tradeNo: null };
  const tradeNo = fields['orderId'] ?? null;
  if (!isSigned(fields, trust, now)) return { rejected: 'badSignature', tradeNo };
  if (fields['merId'] !== settings.merId) return { rejected: 'foreign', tradeNo };
  return tradeNo === null ? { rejected: 'malformed', tradeNo } : noticeOf(fields, tradeNo);
}

function noticeOf(fields: Fields, tradeNo: string): Notice {
  const { txnType, respCode = '', queryId = '', origQryId: channelTradeNo = '' } = fields;
  if (txnType === '04')
    return {
      eventKey: `${queryId}:refunded:${respCode}`,
      kind: 'refunded',
      tradeNo,
      payment: null,
      refund: { channelTradeNo, requestNo: tradeNo },
    };
  const isPaid = txnType === '01' && good.includes(respCode);
  const payment = isPaid ? paymentOf(fields) : null;
  if (payment) return { eventKey: `${queryId}:paid`, kind: 'paid', tradeNo, payment };
  const eventKey = `${tradeNo}:${queryId}:${respCode}`;
  return { eventKey, kind: isPaid ? 'unread' : 'other', tradeNo, payment: null };
}
