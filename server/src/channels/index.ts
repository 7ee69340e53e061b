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
export { availableWays, channelNamed, type ChannelName } from './registry.ts';
