import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';

/**
 * Where money is: `channel` what the payment channel holds for us, `bank` our own account, `customer` what we owe the payer for money that is not
 * yet earned, `revenue` what a paid order earned, `refundDue` what is on its way back. Positive is debit.
 */
type LedgerAccount = 'channel' | 'bank' | 'customer' | 'revenue' | 'refundDue';

type Posting = {
  orderId: string;
  /** What happened: `paymentReceived`, `orderPaid`, `refundApproved`, `refundDone`. */
  kind: 'paymentReceived' | 'orderPaid' | 'refundApproved' | 'refundDone';
  debit: LedgerAccount;
  credit: LedgerAccount;
  /** Fen. */
  amount: number;
};

/** Writes one transaction of two entries that sum to zero; rows are never changed or removed (C27). Nothing for amount 0. */
export async function post(tx: Tx, { orderId, kind, debit, credit, amount }: Posting): Promise<void> {
  if (amount === 0) return;
  const transactionId = randomId();
  await sql`
    insert into ledger_entry (id, transaction_id, order_id, account, amount, kind, at)
    values (${randomId()}, ${transactionId}, ${orderId}, ${debit}, ${amount}, ${kind}, app_now()),
           (${randomId()}, ${transactionId}, ${orderId}, ${credit}, ${-amount}, ${kind}, app_now())`.execute(tx);
}
