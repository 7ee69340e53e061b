export {
  type ChannelPayment,
  ChannelSilent,
  type Notice,
  type RefundAnswer,
  type RefundRequest,
  type Rejection,
  type TradeState,
} from './channel.ts';
export { availableWays, channelNamed } from './registry.ts';
