import type { Tx } from '#platform/database';

/** Tells the account about a new order that waits for its payment. */
export async function tellPlaced(
  tx: Tx,
  order: { id: string; code: string; accountId: string; paymentEndAt: string; amount: number },
): Promise<void> {
  void tx;
  void order;
}

/** Tells the account that an order is paid. */
export async function tellPaid(tx: Tx, order: { orderId: string }): Promise<void> {
  void tx;
  void order;
}

/** Tells the account that an order ended unpaid; not when it gave it up itself. */
export async function tellExpired(tx: Tx, order: { orderId: string; event: 'expire' | 'giveUp' }): Promise<void> {
  void tx;
  void order;
}
