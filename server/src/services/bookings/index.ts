import type { AboutReaders } from '#office/work-items';
import type { OrderFollowers } from '#checkout/orders';
import type { Cron, Tasks } from '#platform/worker';
import { bookingFollower } from './order/follow.ts';
import { sweepBookings } from './sweep.ts';
import { aboutBookings } from './about.ts';

/** Bookings: an exam asked for, arranged by staff, then paid: it becomes applications. Orders and payments lie below it. */
export { issueArrangement, proposePrice } from './arrangement/arrangement.ts';
export { moveBooking } from './move.ts';
export { countOpenBookings } from './open-bookings.ts';
export { payDeadlineOf, placeArranged } from './order/order.ts';
export { pickupOfBooking, sealWords } from './request/person.ts';
export { bookingsOfCandidate, forgetNeverBookedOf, liftBookings, restrictBookings } from './restrict.ts';
export { bookedDate, forgetAccountOfBookings, hasBookings, isArranged, isBookingHeld, retention } from './retention.ts';
export { bookingsToPay, type BookingToPay } from './queries.ts';
export { routes } from './routes.ts';
export { keepGuardianOfBooking } from './keep-guardian.ts';
export { proposals } from './staff-acts.ts';
export { staffRoutes } from './staff-routes.ts';
export { lockBooking, type BookingRow } from './store.ts';
export { writeBooking } from './request/submit.ts';

export const followers: OrderFollowers = { Booking: bookingFollower };

export const tasks: Tasks = { 'bookings.sweep': sweepBookings };
export const crons: Cron[] = [{ task: 'bookings.sweep', match: '*/5 * * * *' }];

export const abouts: AboutReaders = { booking: aboutBookings };
