export {
  type ChannelPayment,
  type ChannelPort,
  ChannelSilent,
  type Device,
  type MessageHeaders,
  type NoticeAnswer,
  type Notice,
  type RefundAnswer,
  type RefundRequest,
  type Rejection,
  type StartRequest,
  type Started,
  type TradeContext,
  type TradeState,
} from './channel.ts';
export { readForm } from './form.ts';
export { type Adapter, adapters, channelNamed, openChannels, type Payer, usualTypeOf, waysFor } from './registry.ts';
export type { StatementLine } from './statement-line.ts';
export { readStatement } from './statements.ts';
