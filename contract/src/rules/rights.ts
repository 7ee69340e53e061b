import { chinaDateOf, instantOf, type ChinaDate, type Instant } from './china-date.ts';
import { lastMomentWithin, type WorkingCalendar } from './working-days.ts';
import { shortDate, signs } from './codes.ts';

/** What can be asked for about one's own data: a copy, a correction, a deletion, an end to a consent; and a guardian's objection. */
export const rightsKinds = ['Copy', 'Correction', 'Deletion', 'Withdrawal', 'Objection'] as const;
export type RightsKind = (typeof rightsKinds)[number];

/** Random bytes the receipt number of a request needs. */
export const rightsCodeBytes = 6;

/** The receipt number of a request: `D` + yymmdd + 6 random characters, like the codes of R-93. Takes 6 random bytes. */
export function rightsCode(date: ChinaDate, random: Uint8Array): string {
  return `D${shortDate(date)}${signs(random, rightsCodeBytes)}`;
}

/** Within how many working days a request is answered, and on which of them staff are alarmed. */
export const rightsAnswerDays = 15;
const alarmDays = 10;

/**
 * The clock of a request on the China calendar: the alarm rings as the tenth working day after receipt begins; the answer is due by the end of
 * the fifteenth.
 */
export function rightsClock(calendar: WorkingCalendar, receivedAt: Instant): { alarmAt: Instant; dueAt: Instant } {
  const received = chinaDateOf(receivedAt);
  return {
    alarmAt: instantOf(calendar.add(received, alarmDays)),
    dueAt: lastMomentWithin(calendar, received, rightsAnswerDays),
  };
}
