import { databasePool } from '#platform/database';
import { ask, askStaff, type SignedInStaff } from '#testing';
import type { Asked } from './post-test-desk.ts';

type Call = Parameters<typeof askStaff>[1];

/** A member of staff at the desk of post-test requests. */
export function atTheDesk(officer: () => SignedInStaff) {
  const pageOf = async (id: string) => (await askStaff(officer(), 'postTests.get', { params: { id } })).body;
  return {
    pageOf,
    /** Does something to a request as its page shows it now. */
    act: async (name: Call, id: string, body: object = {}) =>
      await askStaff(officer(), name, { params: { id }, body: { version: (await pageOf(id))['version'], ...body } }),
    /** Passes everything that waits for an awarding body on. */
    send: async ({ board }: Pick<Asked, 'board'>) =>
      await askStaff(officer(), 'postTests.export', {
        body: { productId: board.productId, format: 'csv', reason: 'Requests of the week' },
      }),
  };
}

/** What goes back for a request, in the order in which it was asked for. */
export async function refundsOf(id: string) {
  const { rows } = await databasePool().query<{ cause: string; amount: number; status: string }>(
    'select cause, amount, status from refund where application_id = $1 order by submitted_at',
    [id],
  );
  return rows;
}

/** Asks to cancel for what the quote of now gives back. */
export async function askToCancel({ browser, id }: Pick<Asked, 'browser' | 'id'>) {
  const quote = await ask(browser, 'postTest.cancellationQuote', { params: { id } });
  const body = { reason: 'We have changed our plans', amount: Number(quote.body['amount'] ?? 0) };
  return await ask(browser, 'postTest.requestCancellation', { params: { id }, body });
}
