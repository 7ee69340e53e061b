import { bookingStatusOf } from '@exam/contract/rules';
import { maskMinors } from '#office/access';
import type { ReadAbout } from '#office/work-items';
import { nameOf } from './present.ts';
import { namedBookings, names } from './queries.ts';

/** Bookings as the board and proposals show them. */
export const aboutBookings: ReadAbout = async (tx, staff, { ids, language }) => {
  const rows = await namedBookings(tx)
    .selectAll('booking')
    .select(names)
    .where('booking.id', 'in', [...ids])
    .execute();
  const all = rows.map((row) => ({
    id: row.id,
    candidateName: nameOf(row),
    exam: language === 'zh' ? row.product_zh : row.product_en,
    examDate: row.first_exam_date ?? row.expected_date,
    amount: row.amount,
    state: bookingStatusOf(row.status, row.pending),
  }));
  return await maskMinors(tx, staff, all, ({ id }) => id);
};
