import type { StaffReply } from '@exam/contract/staff/client';

/** One exam day, as its page shows it. */
export type Day = StaffReply<'examDay.get'>;
