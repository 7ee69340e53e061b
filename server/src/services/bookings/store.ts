import type { Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type {
  BookingArrangementTable,
  BookingPaperTable,
  BookingPersonTable,
  BookingProductTable,
  BookingTable,
} from '#platform/tables/index';

export type BookingRow = Selectable<BookingTable>;
export type PaperRow = Selectable<BookingPaperTable>;
export type PersonRow = Selectable<BookingPersonTable>;
export type TariffRow = Selectable<BookingProductTable>;
/** An issued arrangement with its papers in their order. */
export type Arrangement = Selectable<BookingArrangementTable> & { papers: PaperRow[] };

/** One's own booking, locked when asked. @throws Refusal NOT_FOUND when it is absent or another's. */
export async function ownBooking(
  tx: Tx,
  { id, accountId, lock = false }: { id: string; accountId: string; lock?: boolean },
): Promise<BookingRow> {
  const query = tx
    .selectFrom('booking')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('restricted_at', 'is', null);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? refuse('NOT_FOUND');
}

/** Any booking, locked until the transaction ends. @throws Refusal NOT_FOUND */
export async function lockBooking(tx: Tx, id: string): Promise<BookingRow> {
  const row = await tx
    .selectFrom('booking')
    .selectAll()
    .where('id', '=', id)
    .where('restricted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? refuse('NOT_FOUND');
}

/** Every arrangement of a booking with its papers, newest first. */
export async function arrangementsOf(tx: Tx, bookingId: string): Promise<Arrangement[]> {
  const rows = await tx
    .selectFrom('booking_arrangement')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('version', 'desc')
    .execute();
  if (rows.length === 0) return [];
  const papers = await tx
    .selectFrom('booking_paper')
    .selectAll()
    .where(
      'arrangement_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('sort')
    .execute();
  const byArrangement = Map.groupBy(papers, (paper) => paper.arrangement_id);
  return rows.map((row) => ({ ...row, papers: byArrangement.get(row.id) ?? [] }));
}

/** The arrangement that counts. @throws Refusal ILLEGAL_STATE before the first. */
export async function currentArrangement(
  tx: Tx,
  booking: Pick<BookingRow, 'id' | 'arrangement_version'>,
): Promise<Arrangement> {
  const all = await arrangementsOf(tx, booking.id);
  return all.find((each) => each.version === booking.arrangement_version) ?? refuse('ILLEGAL_STATE');
}

/** Guardian and pickup person as they were at submission. */
export async function peopleOf(tx: Tx, bookingId: string): Promise<PersonRow[]> {
  return await tx.selectFrom('booking_person').selectAll().where('booking_id', '=', bookingId).execute();
}

/** Lead days and tariff of a booked product. @throws Refusal PRODUCT_NOT_OPEN when it has none. */
export async function tariffOf(tx: Tx, productId: string): Promise<TariffRow> {
  const row = await tx.selectFrom('booking_product').selectAll().where('product_id', '=', productId).executeTakeFirst();
  return row ?? refuse('PRODUCT_NOT_OPEN');
}
