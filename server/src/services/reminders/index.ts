import * as z from 'zod/mini';
import type { Cron, Tasks } from '#platform/worker';
import { noteLapsed, remindOfCarts } from './cart.ts';
import { remindOfExams } from './exams.ts';
import { remindOfOrders } from './orders.ts';
import { remindOfVenues } from './venues.ts';

const lapsed = z.object({ accountId: z.uuid(), ids: z.array(z.uuid()) });

/** Reminders: what people are told because time has passed, each of them once. */
export { claim, isDaytime, wasClaimed } from './claim.ts';
export { forgetReminders } from './forget.ts';

export const tasks: Tasks = {
  'reminders.exams': remindOfExams,
  'reminders.carts': remindOfCarts,
  'reminders.orders': remindOfOrders,
  'reminders.venues': remindOfVenues,
  'reminders.cartLapsed': async (payload) => await noteLapsed(lapsed.parse(payload)),
};

export const crons: Cron[] = [
  { task: 'reminders.exams', match: '* * * * *' },
  { task: 'reminders.carts', match: '* * * * *' },
  { task: 'reminders.orders', match: '* * * * *' },
  { task: 'reminders.venues', match: '*/10 * * * *' },
];
