/** The body of an answer, without its signature; names and values are the channel's own words. */
export type Answer = Record<string, string>;

/** The channel speaks Chinese to merchants, whatever the buyer's language is. */
const businessWords = {
  'ACQ.TRADE_NOT_EXIST': '交易不存在',
  'ACQ.TRADE_HAS_SUCCESS': '交易已被支付',
  'ACQ.TRADE_HAS_CLOSE': '交易已经关闭',
  'ACQ.TRADE_HAS_FINISHED': '交易已完结',
  'ACQ.TRADE_STATUS_ERROR': '交易状态不合法',
  'ACQ.CONTEXT_INCONSISTENT': '交易信息被篡改',
  'ACQ.INVALID_PARAMETER': '参数无效',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL': '退款金额超限',
  'ACQ.DISCORDANT_REPEAT_REQUEST': '不一致的请求',
  'ACQ.SELLER_BALANCE_NOT_ENOUGH': '卖家余额不足',
  'isp.unsupported': '沙箱不提供此服务',
} as const;

const callWords = {
  'isv.invalid-signature': '无效签名',
  'isv.invalid-app-id': '无效的AppID参数',
  'isv.invalid-method': '不存在的方法名',
  'isv.invalid-timestamp': '非法的时间戳参数',
  'isv.invalid-charset': '字符集错误',
  'isv.missing-app-public-key': '应用公钥未配置',
  'isv.invalid-biz-content': '业务参数格式错误',
} as const;

/** A refusal by the channel's business rules. */
export type BusinessCode = keyof typeof businessWords;
/** A refusal of a call that is not well formed or not genuine. */
export type CallCode = keyof typeof callWords;

/** The beginning of every answer to a call that worked. */
export const success = { code: '10000', msg: 'Success' };

/** The answer to a call that the business rules refuse; `parameter` names the offending one. */
export function businessFailed(code: BusinessCode, parameter = ''): Answer {
  const words = businessWords[code];
  return {
    code: '40004',
    msg: 'Business Failed',
    sub_code: code,
    sub_msg: parameter === '' ? words : `${parameter} ${words}`,
  };
}

/** The answer to a call that is not well formed or not genuine. */
export function invalidCall(code: CallCode): Answer {
  return { code: '40002', msg: 'Invalid Arguments', sub_code: code, sub_msg: callWords[code] };
}

/** The answer when the channel itself is in trouble, or (with a code of its business rules) refuses by a switched fault. */
export function troubled(code: string): Answer {
  if (code.startsWith('ACQ.')) return { code: '40004', msg: 'Business Failed', sub_code: code, sub_msg: code };
  return {
    code: '20000',
    msg: 'Service Currently Unavailable',
    sub_code: code || 'isp.unknow-error',
    sub_msg: '系统繁忙',
  };
}
