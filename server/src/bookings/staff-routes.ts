import { deskStaffCalls } from '@exam/contract/staff';
import { isRealDate, lastPayMoment } from '@exam/contract/rules';
import type { Language } from '@exam/contract/messages';
import { openRecords } from '#access';
import { readWorkingCalendar } from '#catalogue';
import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, inOffices, type StaffActor, type StaffHandlers, type StaffRoutes } from '#platform/staff-http';
import { proposePrice } from './arrangement.ts';
import { extendPayEnd, issue, liftRestriction, saveDraft, takeBooking, withdrawBooking } from './desk.ts';
import { searchDesk, showDesk } from './desk-queries.ts';
import { deskChoices, placesFor } from './places.ts';
import { addRange, listRanges, removeRange } from './ranges.ts';
import { readServiceDates } from './service-dates.ts';
import { attachTimetable, sendBookingFile } from './timetable.ts';

const handlers: StaffHandlers<typeof deskStaffCalls> = {
  'desk.choices': ({ staff }) => deskChoices(staff),
  'desk.search': ({ staff, body, language }) => searchDesk(staff, body, language),
  'desk.get': ({ staff, params, language }) => showDesk(staff, params.id, language),
  'desk.take': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language }, () => takeBooking(staff, { bookingId: params.id, ...body })),
  'desk.saveDraft': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language }, () => saveDraft(staff, { bookingId: params.id, ...body })),
  'desk.confirm': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language }, () => issue(staff, { bookingId: params.id, event: 'confirm', ...body })),
  'desk.update': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language }, () => issue(staff, { bookingId: params.id, event: 'update', ...body })),
  'desk.reissue': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language }, () => issue(staff, { bookingId: params.id, event: 'reissue', ...body })),
  'desk.extend': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language }, () => extendPayEnd(staff, { bookingId: params.id, ...body })),
  'desk.liftRestriction': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language }, () => liftRestriction(staff, { bookingId: params.id, ...body })),
  'desk.withdraw': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language }, () => withdrawBooking(staff, { bookingId: params.id, ...body })),
  'desk.attachTimetable': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language }, () => attachTimetable(staff, { bookingId: params.id, ...body })),
  'desk.file': ({ staff, params, body }) => sendBookingFile(staff, { ...params, ...body }),
  'desk.places': ({ staff, params }) => placesFor(staff, params.id),
  'desk.proposePrice': ({ staff, params, body }) =>
    reading(async (tx) => {
      if (!isRealDate(body.testDate)) refuse('FIELDS', {}, { testDate: 'INVALID_FORMAT' });
      const booking = await tx
        .selectFrom('booking')
        .select('product_id')
        .where('id', '=', params.id)
        .where('restricted_at', 'is', null)
        .where(inOffices(staff, 'booking.office_id'))
        .executeTakeFirst();
      const price = await proposePrice(tx, { productId: booking?.product_id ?? refuse('NOT_FOUND'), ...body });
      return { ...price, lastPayMoment: lastPayMoment(await readWorkingCalendar(tx), body.testDate) };
    }),
  'desk.serviceCalendar': ({ staff, body }) => {
    checkOffice(staff, body.officeId);
    return reading((tx) => readServiceDates(tx, body));
  },
  'desk.serviceRanges': ({ staff, body }) => listRanges(staff, body),
  'desk.addServiceRange': ({ staff, body }) => addRange(staff, body),
  'desk.removeServiceRange': ({ staff, params }) => removeRange(staff, params.id),
};

/** The calls of the console about bookings. */
export const staffRoutes: StaffRoutes[] = [{ calls: deskStaffCalls, handlers }];

type Acting = { staff: StaffActor; id: string; language: Language };

/** Acts on a booking that its member of staff may look at, and shows it as it is then. */
async function acted({ staff, id, language }: Acting, act: () => Promise<unknown>) {
  await inTransaction(async (tx) => {
    const inOffice = inOffices(staff, 'booking.office_id');
    const found = await tx.selectFrom('booking').select('id').where('id', '=', id).where(inOffice).executeTakeFirst();
    if (found) await openRecords(tx, staff, { kind: 'booking', ids: [id], purpose: 'desk.get' });
  });
  await act();
  return await showDesk(staff, id, language);
}
