import type { StaffReply } from '@exam/contract/staff/client';

/** One booking, as its page shows it. */
export type Booking = StaffReply<'bookings.get'>;
