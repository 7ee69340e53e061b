export {
  type ChannelPayment,
  type ChannelPort,
  ChannelSilent,
  type Notice,
  type RefundAnswer,
  type RefundRequest,
  type Rejection,
  type TradeState,
} from './channel.ts';
export { type Adapter, adapters, availableWays, channelNamed, openChannels } from './registry.ts';
export { readStatement, type StatementLine } from './statements.ts';
