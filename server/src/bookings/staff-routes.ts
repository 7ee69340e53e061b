import { deskStaffCalls } from '@exam/contract/staff';
import { isRealDate, lastPayMoment } from '@exam/contract/rules';
import { readWorkingCalendar } from '#catalogue';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, inOffices, type StaffHandlers, type StaffRoutes } from '#platform/staff-http';
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
  'desk.take': async ({ staff, params, body, language }) => {
    await takeBooking(staff, { bookingId: params.id, ...body });
    return await showDesk(staff, params.id, language);
  },
  'desk.saveDraft': async ({ staff, params, body, language }) => {
    await saveDraft(staff, { bookingId: params.id, ...body });
    return await showDesk(staff, params.id, language);
  },
  'desk.confirm': async ({ staff, params, body, language }) => {
    await issue(staff, { bookingId: params.id, event: 'confirm', ...body });
    return await showDesk(staff, params.id, language);
  },
  'desk.update': async ({ staff, params, body, language }) => {
    await issue(staff, { bookingId: params.id, event: 'update', ...body });
    return await showDesk(staff, params.id, language);
  },
  'desk.reissue': async ({ staff, params, body, language }) => {
    await issue(staff, { bookingId: params.id, event: 'reissue', ...body });
    return await showDesk(staff, params.id, language);
  },
  'desk.extend': async ({ staff, params, body, language }) => {
    await extendPayEnd(staff, { bookingId: params.id, ...body });
    return await showDesk(staff, params.id, language);
  },
  'desk.liftRestriction': async ({ staff, params, body, language }) => {
    await liftRestriction(staff, { bookingId: params.id, ...body });
    return await showDesk(staff, params.id, language);
  },
  'desk.withdraw': async ({ staff, params, body, language }) => {
    await withdrawBooking(staff, { bookingId: params.id, ...body });
    return await showDesk(staff, params.id, language);
  },
  'desk.attachTimetable': async ({ staff, params, body, language }) => {
    await attachTimetable(staff, { bookingId: params.id, ...body });
    return await showDesk(staff, params.id, language);
  },
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
