import { randomHex } from '../chance.ts';
import { chinaStamp } from '../china-time.ts';
import { yuanOf } from '../yuan.ts';
import { paymentOf, refundedFen, statusOf } from '../trade/trades.ts';
import { signedFields, wronglySigned } from './signing.ts';
import type { Clock } from '../clock.ts';
import type { Payment, Trade } from '../ledger.ts';
import type { About, Dialect } from '../trade/dialect.ts';
import type { Merchant } from '../world.ts';
import type { AlipayKeys } from './keys.ts';

interface Parts {
  clock: Clock;
  keys: AlipayKeys;
  merchant: Merchant;
}

const FORGED_NUMBER_DIGITS = 28;

/** The buyer that every trade has here. */
export const buyer = { id: '2088100000000000', logon: 'exa***@example.com' };

function moneyFields(payment: Payment): Record<string, string> {
  const yuan = yuanOf(payment.amountFen);
  return {
    total_amount: yuan,
    receipt_amount: yuan,
    invoice_amount: yuan,
    buyer_pay_amount: yuan,
    point_amount: '0.00',
    gmt_payment: chinaStamp(Date.parse(payment.paidAt)),
    fund_bill_list: JSON.stringify([{ amount: yuan, fundChannel: 'ALIPAYACCOUNT' }]),
  };
}

function factsOf(parts: Parts, trade: Trade, about: About): Record<string, string> {
  const payment = about.payment ?? paymentOf(trade, about.refund?.tradeNo);
  return {
    notify_type: 'trade_status_sync',
    charset: 'utf-8',
    version: '1.0',
    auth_app_id: trade.appId,
    app_id: trade.appId,
    trade_no: payment?.tradeNo ?? trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    seller_id: parts.merchant.sellerId,
    buyer_id: buyer.id,
    buyer_logon_id: buyer.logon,
    trade_status: statusOf(trade, parts.clock.now(), payment?.tradeNo),
    subject: trade.subject,
    ...(trade.passback === '' ? {} : { passback_params: trade.passback }),
    gmt_create: chinaStamp(Date.parse(trade.createdAt)),
    total_amount: yuanOf(trade.amountFen),
    ...(payment ? moneyFields(payment) : {}),
    ...(trade.closedAt !== null && !payment ? { gmt_close: chinaStamp(Date.parse(trade.closedAt)) } : {}),
    ...(about.refund
      ? {
          refund_fee: yuanOf(refundedFen(trade, about.refund.tradeNo)),
          out_biz_no: about.refund.outRequestNo,
          gmt_refund: `${chinaStamp(Date.parse(about.refund.at))}.000`,
        }
      : {}),
  };
}

/** How Alipay tells and sends back: forms signed RSA2, each try signed again under the same notify_id. */
export function alipayDialect(parts: Parts): Dialect {
  return {
    tells: () => true,
    facts: (trade, kind, about) => ({
      ...factsOf(parts, trade, about),
      ...(kind === 'forged' ? { trade_no: '9'.repeat(FORGED_NUMBER_DIGITS), trade_status: 'TRADE_SUCCESS' } : {}),
      notify_id: chinaStamp(parts.clock.now()).slice(0, 10).replaceAll('-', '') + randomHex(26),
    }),
    message: ({ kind, fields }) => {
      const seal = kind === 'forged' ? wronglySigned : signedFields;
      const { sign: _sign, sign_type: _type, ...facts } = fields;
      const sealed = seal({ ...facts, notify_time: chinaStamp(parts.clock.now()) }, parts.keys.privateKey);
      return {
        fields: sealed,
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: new URLSearchParams(sealed).toString(),
      };
    },
    isHeard: (_status, text) => text === 'success',
    wayBack: (trade) => {
      const payment = paymentOf(trade);
      if (!payment) return { address: trade.returnUrl };
      const facts = {
        charset: 'utf-8',
        method: `${trade.method}.return`,
        version: '1.0',
        app_id: trade.appId,
        auth_app_id: trade.appId,
        seller_id: parts.merchant.sellerId,
        out_trade_no: trade.outTradeNo,
        trade_no: payment.tradeNo,
        total_amount: yuanOf(payment.amountFen),
        timestamp: chinaStamp(parts.clock.now()),
      };
      const url = new URL(trade.returnUrl);
      for (const [name, value] of Object.entries(signedFields(facts, parts.keys.privateKey)))
        url.searchParams.set(name, value);
      return { address: url.href };
    },
  };
}
