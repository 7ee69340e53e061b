import type { StaffReply } from '@exam/contract/staff/client';

/** One booking, as its page shows it. */
export type Booking = StaffReply<'bookings.get'>;

export type Price = StaffReply<'bookings.proposePrice'>;
/** The price list's word on each paper; undefined until its date and times are complete. */
export type Prices = readonly (Price | undefined)[];
