import type { StaffReply } from '@exam/contract/staff/client';

/** One cancellation, as its page shows it. */
export type Cancellation = StaffReply<'cancellations.get'>;
