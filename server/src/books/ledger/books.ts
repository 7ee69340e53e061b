import type { Tx } from '#platform/database';

/** A contradiction in the books: which rule of `books_problem` is broken, by which object. */
type BooksProblem = { problem: string; objectId: string };

/** Everything that is wrong with seats, payments, refunds and ledger now; empty when the books are healthy. */
export async function readBooksProblems(tx: Tx): Promise<BooksProblem[]> {
  const rows = await tx.selectFrom('books_problem').select(['problem', 'object_id']).execute();
  return rows.map((row) => ({ problem: row.problem ?? '', objectId: row.object_id ?? '' }));
}
