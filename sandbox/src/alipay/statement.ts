import { chinaStamp } from '../china-time.ts';
import { yuanOf } from '../yuan.ts';
import type { Payment, Refund, Trade } from '../ledger.ts';
import type { World } from '../world.ts';

/** The channel's headings of its statement of a day's business. */
const HEADINGS = [
  '支付宝交易号',
  '商户订单号',
  '业务类型',
  '商品名称',
  '创建时间',
  '完成时间',
  '门店编号',
  '门店名称',
  '操作员',
  '终端号',
  '对方账户',
  '订单金额（元）',
  '商家实收（元）',
  '支付宝红包（元）',
  '集分宝（元）',
  '支付宝优惠（元）',
  '商家优惠（元）',
  '券核销金额（元）',
  '券名称',
  '商家红包消费金额（元）',
  '卡消费金额（元）',
  '退款批次号/请求号',
  '服务费（元）',
  '分润（元）',
  '备注',
];

type Movement = { at: string; cells: Record<string, string> };

function movementOf(trade: Trade, kind: string, at: string, more: Record<string, string>): Movement {
  return {
    at,
    cells: {
      商户订单号: `${trade.outTradeNo}\t`,
      业务类型: kind,
      商品名称: trade.subject,
      创建时间: chinaStamp(Date.parse(trade.createdAt)),
      完成时间: chinaStamp(Date.parse(at)),
      对方账户: 'buy***@sandbox.example\t',
      ...more,
    },
  };
}

function paidLine(trade: Trade, payment: Payment): Movement {
  const amount = yuanOf(payment.amountFen);
  const more = { 支付宝交易号: `${payment.tradeNo}\t`, '订单金额（元）': amount, '商家实收（元）': amount };
  return movementOf(trade, '交易', payment.paidAt, more);
}

function refundLine(trade: Trade, refund: Refund): Movement {
  const amount = `-${yuanOf(refund.amountFen)}`;
  return movementOf(trade, '退款', refund.at, {
    支付宝交易号: `${refund.tradeNo}\t`,
    '订单金额（元）': amount,
    '商家实收（元）': amount,
    '退款批次号/请求号': refund.outRequestNo,
  });
}

/** A cell that commas and quotes cannot break. */
function cell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/**
 * The channel's statement of a day in China, of its own ledger: comma-separated as it is downloaded, remarks behind a number sign.
 * @param day `yyyy-mm-dd`
 */
export function statementOf(world: World, day: string): string {
  const movements = world.ledger
    .trades()
    .filter(({ channel }) => channel === 'alipay')
    .flatMap((trade) => [
      ...trade.payments.map((payment) => paidLine(trade, payment)),
      ...trade.refunds.map((refund) => refundLine(trade, refund)),
    ])
    .filter(({ at }) => chinaStamp(Date.parse(at)).startsWith(day))
    .toSorted((a, b) => a.at.localeCompare(b.at));
  const rows = movements.map(({ cells }) => HEADINGS.map((heading) => cell(cells[heading] ?? '')).join(','));
  return [
    '#支付宝业务明细查询',
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 23:59:59]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    HEADINGS.join(','),
    ...rows,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    '',
  ].join('\r\n');
}
