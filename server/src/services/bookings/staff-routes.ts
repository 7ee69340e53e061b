import { bookingsStaffCalls } from '@exam/contract/staff';
import { isRealDate, lastPayMoment } from '@exam/contract/rules';
import type { Language } from '@exam/contract/messages';
import { openRecords, seek } from '#office/access';
import { beforehand } from '#platform/act';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, inOffices, type StaffActor, type StaffHandlers, type StaffRoutes } from '#platform/staff-http';
import { readWorkingCalendar } from '#office/working-days';
import { proposeDate, takeBackDate } from './arrangement/another-date.ts';
import { nameVenues } from './arrangement/name-venues.ts';
import { proposePrice } from './arrangement/arrangement.ts';
import { extendPayEnd, issue, liftRestriction, saveDraft, takeBooking, withdrawBooking } from './staff-acts.ts';
import { searchDesk, showDesk } from './staff-queries.ts';
import { bookingChoices, placesFor } from './arrangement/places.ts';
import { addRange, listRanges, removeRange } from './arrangement/ranges.ts';
import { readServiceDates } from './arrangement/service-dates.ts';
import { attachTimetable, sendBookingFile } from './arrangement/timetable.ts';

const handlers: StaffHandlers<typeof bookingsStaffCalls> = {
  'bookings.choices': ({ staff }) => bookingChoices(staff),
  'bookings.search': ({ body, staff, language }) =>
    seek({
      staff,
      call: 'bookings.search',
      text: body.keyword,
      by: ['name'],
      find: (tx) => searchDesk(tx, staff, { ...body, language }),
      foundIn: ({ list }) => list.map(({ bookingId }) => ({ kind: 'booking', id: bookingId })),
    }),
  'bookings.get': ({ staff, params, language }) => showDesk(staff, params.id, language),
  'bookings.take': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () => takeBooking(staff, { bookingId: params.id, ...body })),
  'bookings.saveDraft': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () => saveDraft(staff, { bookingId: params.id, ...body })),
  'bookings.confirm': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () =>
      issue(staff, { bookingId: params.id, event: 'confirm', ...body }),
    ),
  'bookings.update': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () =>
      issue(staff, { bookingId: params.id, event: 'update', ...body }),
    ),
  'bookings.reissue': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () =>
      issue(staff, { bookingId: params.id, event: 'reissue', ...body }),
    ),
  'bookings.extend': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () => extendPayEnd(staff, { bookingId: params.id, ...body })),
  'bookings.liftRestriction': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () => liftRestriction(staff, { bookingId: params.id, ...body })),
  'bookings.proposeDate': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () => proposeDate(staff, { bookingId: params.id, ...body })),
  'bookings.nameVenues': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () => nameVenues(staff, { bookingId: params.id, ...body })),
  'bookings.takeBackDate': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () => takeBackDate(staff, { bookingId: params.id, ...body })),
  'bookings.withdraw': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () => withdrawBooking(staff, { bookingId: params.id, ...body })),
  'bookings.attachTimetable': ({ staff, params, body, language }) =>
    acted({ staff, id: params.id, language, body }, () => attachTimetable(staff, { bookingId: params.id, ...body })),
  'bookings.file': ({ staff, params, body }) => sendBookingFile(staff, { ...params, ...body }),
  'bookings.places': ({ staff, params }) => placesFor(staff, params.id),
  'bookings.proposePrice': ({ staff, params, body }) =>
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
  'bookings.serviceCalendar': ({ staff, body }) => {
    checkOffice(staff, body.officeId);
    return reading((tx) => readServiceDates(tx, body));
  },
  'bookings.serviceRanges': ({ staff, body }) => listRanges(staff, body),
  'bookings.addServiceRange': ({ staff, body }) => addRange(staff, body),
  'bookings.removeServiceRange': ({ staff, params }) => removeRange(staff, params.id),
};

/** The calls of the console about bookings. */
export const staffRoutes: StaffRoutes[] = [{ calls: bookingsStaffCalls, handlers }];

type Acting = {
  staff: StaffActor;
  id: string;
  language: Language;
  body: { version: number; reason?: string | null | undefined };
};

/** Acts on a booking that its member of staff may look at, and shows it as it is then. */
async function acted({ staff, id, language, body: { reason = null } }: Acting, act: () => Promise<unknown>) {
  await beforehand(() =>
    inTransaction(async (tx) => {
      if (await isSeen(tx, staff, id))
        await openRecords(tx, staff, { kind: 'booking', ids: [id], purpose: 'desk.get', act: 'Changed', reason });
    }),
  );
  await act();
  return await showDesk(staff, id, language);
}

async function isSeen(tx: Tx, staff: StaffActor, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('booking')
    .select('id')
    .where('id', '=', id)
    .where('restricted_at', 'is', null)
    .where(inOffices(staff, 'booking.office_id'))
    .executeTakeFirst();
  return found !== undefined;
}
