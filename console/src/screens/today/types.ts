import type { StaffReply } from '@exam/contract/staff/client';

/** One row of Today. */
export type Item = StaffReply<'today.search'>['list'][number];
