import { addSeconds, chinaDateOf, instantOf, later, type ChinaDate, type Instant } from './china-date.ts';
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

/** How long before its exam an objection is decided, and with how many working days left staff are alarmed. */
const objectionLeadDays = 1;
const objectionAlarmDays = 3;

/**
 * The clock of a request on the China calendar: the alarm rings as the tenth working day after receipt begins; the answer is due by the end of
 * the fifteenth. An objection to an exam is decided a day before that begins, if this is sooner, and the alarm rings once fewer than three working days are left:
 * at once where it comes later than that.
 * @param beginsAt when the exam begins that somebody objects to.
 */
export function rightsClock(
  calendar: WorkingCalendar,
  receivedAt: Instant,
  beginsAt: Instant | null = null,
): { alarmAt: Instant; dueAt: Instant } {
  const received = chinaDateOf(receivedAt);
  const alarmAt = instantOf(calendar.add(received, alarmDays));
  const dueAt = lastMomentWithin(calendar, received, rightsAnswerDays);
  const lead = beginsAt === null ? dueAt : addSeconds(beginsAt, -objectionLeadDays * 86_400);
  if (lead >= dueAt) return { alarmAt, dueAt };
  // An instant that was over when it came is due within the hour.
  const sooner = later(lead, addSeconds(receivedAt, 3600));
  const rings = instantOf(calendar.sub(chinaDateOf(sooner), objectionAlarmDays - 1));
  return { alarmAt: later(rings < alarmAt ? rings : alarmAt, addSeconds(receivedAt, 1)), dueAt: sooner };
}
