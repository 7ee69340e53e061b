import type { RefusalCode } from '@exam/contract/messages';
import { addDays, chinaDateOf, instantOf, priceOrder, type OrderPrice } from '@exam/contract/rules';
import { sql } from 'kysely';
import { productsByIds, type ProductRow } from '#offer/catalogue';
import { isConsentGone } from '#people/consents';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { isInvitationOpen, sessionsForSale, type Paper, type SessionForSale } from '#offer/sessions';
import { lineProblem, takenElsewhere } from './line-problem.ts';
import { sessionSubjectIdsOf, type ApplicationRow } from '../store.ts';

/** Days that a lapsed line stays in the cart, greyed (9.1 #4). */
const greyedDays = 30;

/** A line of the cart with all that was found out about it. */
export type CartLine = {
  application: ApplicationRow;
  session: SessionForSale | null;
  product: ProductRow | null;
  /** Empty where the session does not offer them any more. */
  papers: Paper[];
  /** Why it cannot be ordered now; null when it can. */
  problem: RefusalCode | null;
};

export type Cart = {
  lines: CartLine[];
  now: string;
  /** The price of all lines that can be ordered, ordered together. */
  price: OrderPrice;
};

/** The cart's lines are few: nobody holds more than this. */
const maxLines = 500;

/** The lines of an account's cart, newest first: what waits to be ordered, and greyed what lapsed within 30 days. */
export async function cartRows(
  tx: Tx,
  { accountId, onlyWaiting }: { accountId: string; onlyWaiting: boolean },
): Promise<ApplicationRow[]> {
  const greyedSince = instantOf(addDays(chinaDateOf(await readNow(tx)), -greyedDays));
  return await tx
    .selectFrom('application')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('status', '=', 'Initiated'),
        ...(onlyWaiting ? [] : [where.and([where('status', '=', 'Expired'), hasLapsedSince(greyedSince)])]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxLines)
    .execute();
}

function hasLapsedSince(instant: string) {
  return sql<boolean>`exists (select from history where history.kind = 'application' and history.object_id = application.id
    and history.event = 'lapse' and history.at >= ${instant}::timestamptz)`;
}

/** Looks at every line as an order would: what it costs now and whether it can be ordered (R-99). */
export async function readCart(tx: Tx, accountId: string, rows: readonly ApplicationRow[]): Promise<Cart> {
  const now = await readNow(tx);
  const sessions = await sessionsForSale(
    tx,
    rows.map((row) => row.session_id),
  );
  const products = await productsByIds(tx, [...new Set(rows.map((row) => row.product_id))]);
  const paperIds = await sessionSubjectIdsOf(
    tx,
    rows.map((row) => row.id),
  );
  const closed = await closedSessions(tx, accountId, sessions);
  const ids = rows.map((row) => row.id);
  const taken = await takenElsewhere(tx, ids);
  const gone = await withoutConsent(tx, ids);
  const lines = rows.map((application): CartLine => {
    const session = sessions.find((each) => each.id === application.session_id) ?? null;
    const product = products.get(application.product_id) ?? null;
    const papers = papersOf(paperIds.get(application.id) ?? [], session);
    const found = { application, session, product, papers };
    const problem = lineProblem({
      access: product?.access ?? null,
      session,
      isLapsed: application.status !== 'Initiated',
      papers,
      isClosed: closed.has(application.session_id),
      isConsentGone: gone.has(application.id),
      isTaken: taken.has(application.id),
    });
    return { ...found, problem };
  });
  return { lines, now, price: priceLines(lines, now) };
}

/** The price of the lines that can be ordered, as one order (5.5). */
function priceLines(lines: readonly CartLine[], now: string): OrderPrice {
  const orderable = lines.filter((line) => line.problem === null);
  return priceOrder(
    orderable.map((line) => ({ applicationId: line.application.id, papers: line.papers })),
    now,
  );
}

/** Every paper of a line in its order, or none: a set is sold whole. */
export function papersOf(sessionSubjectIds: readonly string[], session: SessionForSale | null): Paper[] {
  const papers = sessionSubjectIds.flatMap(
    (id) => session?.papers.find((paper) => paper.sessionSubjectId === id) ?? [],
  );
  return papers.length === sessionSubjectIds.length ? papers : [];
}

/** Sessions behind an invitation code whose ticket has run out (R-52). */
async function closedSessions(tx: Tx, accountId: string, sessions: readonly SessionForSale[]): Promise<Set<string>> {
  const closed = new Set<string>();
  for (const { id, isExclusive } of sessions) {
    if (isExclusive && !(await isInvitationOpen(tx, { sessionId: id, accountId }))) closed.add(id);
  }
  return closed;
}

/** Lines of which a consent was withdrawn, or to which their guardian has objected: an order would be refused (3-domain 6.1). */
async function withoutConsent(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from application
    where id = any(${[...ids]}::uuid[]) and ${isConsentGone(sql`consent.application_id = application.id`)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
