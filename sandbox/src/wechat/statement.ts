import { chinaStamp } from '../china-time.ts';
import { tradeTypeOf } from './facts.ts';
import { movementsOf, type Movement } from '../trade/movements.ts';
import { yuanOf } from '../yuan.ts';
import type { World } from '../world.ts';

/** The channel's headings of its bill of a day. */
const HEADINGS =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'.split(
    ',',
  );

function cellsOf(movement: Movement): Record<string, string> {
  const { trade, at } = movement;
  const shared = {
    交易时间: chinaStamp(Date.parse(at)),
    公众账号ID: trade.appId,
    商户订单号: trade.outTradeNo,
    交易类型: tradeTypeOf(trade),
    货币种类: 'CNY',
    商品名称: trade.subject.replaceAll(',', ' '),
  };
  if ('payment' in movement) {
    const { payment } = movement;
    return {
      ...shared,
      微信订单号: payment.tradeNo,
      交易状态: 'SUCCESS',
      订单金额: yuanOf(payment.amountFen),
      申请退款金额: '0.00',
    };
  }
  const { refund } = movement;
  const amount = yuanOf(refund.amountFen);
  return {
    ...shared,
    微信订单号: refund.tradeNo,
    交易状态: 'REFUND',
    微信退款单号: refund.refundNo ?? '',
    商户退款单号: refund.outRequestNo,
    退款金额: amount,
    退款状态: 'SUCCESS',
    订单金额: '0.00',
    申请退款金额: amount,
  };
}

/** WeChat Pay's bill of a day in China: a grave accent before each value, the sums in two lines at the end. */
export function wechatStatement(world: World, day: string): string {
  const movements = movementsOf(world, 'wechat', day);
  const rows = movements.map((movement) => {
    const cells = cellsOf(movement);
    return HEADINGS.map((heading) => `\`${cells[heading] ?? ''}`).join(',');
  });
  const sums = [
    '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
    `\`${movements.length},\`0.00,\`0.00,\`0.00,\`0.00,\`0.00,\`0.00`,
  ];
  return `${[HEADINGS.join(','), ...rows, ...sums].join('\r\n')}\r\n`;
}
