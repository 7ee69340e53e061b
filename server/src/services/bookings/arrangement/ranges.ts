import { isRealDate } from '@exam/contract/rules';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, inOffices, type StaffActor } from '#platform/staff-http';

type Range = {
  officeId: string;
  productId?: string | null | undefined;
  from: string;
  to: string;
  isOpen: boolean;
  note?: string | null | undefined;
};

const presented = (tx: Tx) =>
  tx
    .selectFrom('service_range')
    .select(['id', 'office_id as officeId', 'product_id as productId', 'from_date as from', 'to_date as to'])
    .select(['is_open as isOpen', 'note']);

/** What offices laid down for days of booked exams, newest first (at most 500). */
export async function listRanges(
  staff: StaffActor,
  { officeId, productId }: { officeId?: string | undefined; productId?: string | undefined },
) {
  return await reading(async (tx) => {
    let query = presented(tx).where(inOffices(staff, 'service_range.office_id'));
    if (officeId !== undefined) query = query.where('office_id', '=', officeId);
    if (productId !== undefined) query = query.where('product_id', '=', productId);
    return { list: await query.orderBy('created_at', 'desc').orderBy('id').limit(500).execute() };
  });
}

/** Opens or closes days of an office. @throws Refusal NOT_FOUND for another office; FIELDS for dates that are none. */
export async function addRange(staff: StaffActor, range: Range) {
  if (!isRealDate(range.from)) refuse('FIELDS', {}, { from: 'INVALID_FORMAT' });
  if (!isRealDate(range.to) || range.to < range.from) refuse('FIELDS', {}, { to: 'INVALID_FORMAT' });
  checkOffice(staff, range.officeId);
  return await inTransaction(async (tx) => {
    const office = await tx.selectFrom('office').select('id').where('id', '=', range.officeId).executeTakeFirst();
    if (!office) refuse('NOT_FOUND');
    const id = randomId();
    await tx
      .insertInto('service_range')
      .values({
        id,
        office_id: range.officeId,
        product_id: range.productId ?? null,
        from_date: range.from,
        to_date: range.to,
        is_open: range.isOpen,
        note: range.note ?? null,
        created_by: staff.name,
        created_at: await readNow(tx),
      })
      .execute();
    await audit(tx, { staff, action: 'bookings.addServiceRange', object: { kind: 'serviceRange', id }, after: range });
    return await presented(tx).where('id', '=', id).executeTakeFirstOrThrow();
  });
}

/** Takes a range back. @throws Refusal NOT_FOUND */
export async function removeRange(staff: StaffActor, id: string): Promise<void> {
  await inTransaction(async (tx) => {
    const removed = await tx
      .deleteFrom('service_range')
      .where('id', '=', id)
      .where(inOffices(staff, 'service_range.office_id'))
      .returningAll()
      .executeTakeFirst();
    if (!removed) refuse('NOT_FOUND');
    const object = { kind: 'serviceRange', id } as const;
    await audit(tx, { staff, action: 'bookings.removeServiceRange', object, before: removed });
  });
}
