/** One movement of money as a channel's statement has it. */
export type StatementLine = {
  kind: 'payment' | 'refund';
  /** The channel's own number of a payment; our serial number of a refund. */
  reference: string;
  /** Ours. */
  tradeNo: string;
  /** Fen, never negative. */
  amount: number;
  at: string;
};
