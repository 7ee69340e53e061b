import { fapiaoMachine } from '@exam/contract/machines';
import type { Tx } from '#platform/database';
import { theSystem, transition } from '#platform/transition';
import { closeItem } from '#office/work-items';
import { issuable, keptOf, lockByOrder, papersOf, putOnBoard, redDueOf } from './store.ts';

/**
 * Money of an order is back with its payer (9.5#7): what was issued over it is to be taken back by a red letter; what was asked for and
 * has nothing left to be issued over is closed. Nothing without a fapiao.
 */
export async function followRefund(tx: Tx, orderId: string): Promise<void> {
  const row = await lockByOrder(tx, orderId);
  const kept = row && (await keptOf(tx, orderId));
  if (!row || !kept) return;
  if (row.status === 'Requested' || row.status === 'Refused') {
    if (issuable(kept) > 0) return;
    const change = { table: 'fapiao', kind: 'fapiao', id: row.id, event: 'close', actor: theSystem } as const;
    await transition(tx, fapiaoMachine, change);
    return await closeItem(tx, { kind: 'fapiaoToIssue', objectId: row.id });
  }
  if (redDueOf(await papersOf(tx, row.id), kept) > 0) await putOnBoard(tx, 'fapiaoToRed', row);
}
