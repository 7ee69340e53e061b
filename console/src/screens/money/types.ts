import type { StaffReply } from '@exam/contract/staff/client';

/** One request for a fapiao, as its page shows it. */
export type Fapiao = StaffReply<'fapiao.page'>;

/** One order, as its page shows it. */
export type OrderDetail = StaffReply<'orders.get'>;

/** The reconciliation of one day, as its page shows it. */
export type DayDetail = StaffReply<'reconciliation.day'>;
