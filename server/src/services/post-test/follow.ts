import { postTestMachine } from '@exam/contract/machines';
import { windowStatusAt } from '@exam/contract/rules';
import { type OrderFollower, requestsOfOrder } from '#checkout/orders';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { transition } from '#platform/transition';
import { openItem } from '#office/work-items';
import { lockRequest, ordersOf, type RequestRow } from './store.ts';

/** How a request moves with its order (9.6 #5, #6; 9.4 #9). The order's row is locked, so the request is locked second. */
export const postTestFollower: OrderFollower = {
  paid: async (tx, order, actor) => {
    for (const row of await requestsOf(tx, order.id)) {
      if (row.status !== 'Submitted' && row.status !== 'Initiated') continue;
      const event = row.status === 'Submitted' ? 'register' : 'revive';
      await transition(tx, postTestMachine, { table: 'post_test', kind: 'postTest', id: row.id, event, actor });
      await tx
        .updateTable('post_test')
        .set((old) => ({ registered_at: order.payment_completed_at, version: old('version', '+', 1) }))
        .where('id', '=', row.id)
        .execute();
      await putOnBoard(tx, row);
    }
  },
  progressed: async () => {},
  ended: async (tx, order, actor) => {
    for (const row of await requestsOf(tx, order.id)) {
      if (row.status !== 'Submitted') continue;
      await transition(tx, postTestMachine, {
        table: 'post_test',
        kind: 'postTest',
        id: row.id,
        event: 'release',
        actor,
      });
    }
  },
  // Nothing was taken from anybody: the money counts while the draft is what it was and its window is open.
  mayRevive: async (tx, order) => {
    const rows = await requestsOf(tx, order.id);
    const latest = await ordersOf(
      tx,
      rows.map((row) => row.id),
    );
    const checks = await Promise.all(
      rows.map(async (row) => {
        const isSame = row.status === 'Initiated' && row.deleted_at === null && row.version === row.ordered_version;
        return isSame && latest.get(row.id)?.orderId === order.id && (await isOpen(tx, row));
      }),
    );
    return rows.length > 0 && checks.every(Boolean);
  },
  closesAt: async (tx, order) => {
    const [row] = await requestsOf(tx, order.id);
    return row ? ((await windowOf(tx, row))?.close_at ?? null) : null;
  },
};

/** The board of staff: it has to be sent before the awarding body closes. */
export async function putOnBoard(tx: Tx, row: RequestRow): Promise<void> {
  await openItem(tx, {
    kind: 'postTestToSend',
    objectKind: 'postTest',
    objectId: row.id,
    officeId: row.office_id,
    label: row.code,
    dueAt: row.board_close_at ?? (await readNow(tx)),
  });
}

async function requestsOf(tx: Tx, orderId: string): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  for (const id of await requestsOfOrder(tx, orderId)) rows.push(await lockRequest(tx, id));
  return rows;
}

async function windowOf(tx: Tx, row: RequestRow) {
  if (row.series_id === null) return null;
  return await tx
    .selectFrom('post_test_window')
    .selectAll()
    .where('service_id', '=', row.service_id)
    .where('series_id', '=', row.series_id)
    .executeTakeFirst();
}

async function isOpen(tx: Tx, row: RequestRow): Promise<boolean> {
  const window = await windowOf(tx, row);
  const now = await readNow(tx);
  return window ? windowStatusAt({ openFrom: window.open_from, closeAt: window.close_at }, now) === 'open' : false;
}
