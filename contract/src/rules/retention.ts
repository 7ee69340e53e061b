import { addDays, addMonths, addSeconds, chinaDateOf, endOfDay, type ChinaDate, type Instant } from './china-date.ts';

/** Every class of data that is kept for a time. */
export const retentionClasses = [
  'candidate',
  'unagreedChild',
  'identityDocument',
  'examRecord',
  'certificate',
  'paperCopy',
  'cheatingEvidence',
  'networkLog',
  'cancellationPaper',
  'specialArrangement',
  'signedForm',
  'unusedUpload',
  'draft',
  'consent',
  'audit',
  'orderPerson',
  'order',
  'lapsedOrder',
  'messageText',
  'message',
  'session',
  'unusedAccount',
  'rightsRequest',
  'relativeEvidence',
] as const;

/** One class of data that is kept for a time. */
export type RetentionClass = (typeof retentionClasses)[number];

/** How long: calendar months, or hours. */
export type RetentionPeriod = { months: number } | { hours: number };

/** What starts the clock. `lastExam` is the last exam of the person (the month of one whose registration names nobody any more), the last time it was saved or registered, or the end of the account, whichever is latest. */
export type RetentionStart =
  | 'lastExam'
  | 'exam'
  | 'issue'
  | 'caseClosed'
  | 'outcome'
  | 'recorded'
  | 'uploaded'
  | 'lastChange'
  | 'lastUse'
  | 'orderClosed'
  | 'orderLapsed'
  | 'sent'
  | 'ended'
  | 'answered';

/** What happens at the end: `anonymise` keeps what names nobody, `pseudonymise` keeps the sums and numbers under an invented name. */
export type RetentionEnd = 'anonymise' | 'pseudonymise' | 'delete';

/** One row of the table of periods. */
export type RetentionRow = {
  period: RetentionPeriod;
  start: RetentionStart;
  end: RetentionEnd;
  /** Whether the clock starts with the end of a China date rather than with an instant. */
  isByDate: boolean;
};

const years = (count: number): RetentionPeriod => ({ months: 12 * count });
const byDate = (period: RetentionPeriod, start: RetentionStart, end: RetentionEnd): RetentionRow => ({
  period,
  start,
  end,
  isByDate: true,
});
const byInstant = (period: RetentionPeriod, start: RetentionStart, end: RetentionEnd): RetentionRow => ({
  period,
  start,
  end,
  isByDate: false,
});

/**
 * How long what is kept: the one table behind the nightly job, its dry run, the privacy page and the rights centre (S-18).
 * Answers given on a computer have no row: they are stored nowhere. Network logs are kept twelve months, which is
 * the most; the least the law asks for is six. The text of a message goes with its sending, of one that failed after fourteen days, which
 * is sooner than the thirty that were asked for (decision 0018). An order is closed when
 * the last thing happened to its money, and goes as a whole while the books carry its sums forward; one that never had any goes a year after
 * its time to pay, with what it was for; what staff saw as proof that an account is somebody's goes with the requests about data; the audit goes by its sealed months, ten years after the last entry of one (decision 0026). What the process writes to its standard output names nobody, and its keeper ends it.
 */
export const retentionTable: Readonly<Record<RetentionClass, RetentionRow>> = {
  candidate: byDate(years(7), 'lastExam', 'anonymise'),
  // As long as filling in a form takes: without the guardian nothing of a child is kept (PIPL 31, decision 0077).
  unagreedChild: byInstant({ hours: 24 }, 'lastChange', 'anonymise'),
  identityDocument: byDate(years(4), 'exam', 'delete'),
  examRecord: byDate(years(4), 'exam', 'anonymise'),
  certificate: byDate(years(4), 'issue', 'delete'),
  paperCopy: byDate(years(1), 'exam', 'delete'),
  cheatingEvidence: byDate(years(10), 'caseClosed', 'delete'),
  networkLog: byInstant({ months: 12 }, 'recorded', 'delete'),
  cancellationPaper: byDate({ months: 6 }, 'exam', 'delete'),
  specialArrangement: byDate({ months: 6 }, 'exam', 'delete'),
  // Awarding bodies ask us to keep the signed consent for this long (3-domain 4.1).
  signedForm: byDate({ months: 6 }, 'outcome', 'delete'),
  unusedUpload: byInstant({ hours: 24 }, 'uploaded', 'delete'),
  draft: byInstant({ hours: 24 * 90 }, 'lastChange', 'delete'),
  consent: byInstant(years(7), 'lastUse', 'delete'),
  audit: byInstant(years(10), 'recorded', 'delete'),
  orderPerson: byInstant(years(7), 'orderClosed', 'pseudonymise'),
  order: byInstant(years(10), 'orderClosed', 'delete'),
  lapsedOrder: byInstant(years(1), 'orderLapsed', 'delete'),
  messageText: byInstant({ hours: 24 * 14 }, 'sent', 'delete'),
  message: byInstant({ months: 6 }, 'sent', 'delete'),
  session: byInstant({ hours: 24 * 30 }, 'ended', 'delete'),
  unusedAccount: byDate({ months: 24 }, 'lastUse', 'delete'),
  rightsRequest: byInstant(years(3), 'answered', 'anonymise'),
  // As long as somebody may claim that data went to the wrong person (Civil Code 188).
  relativeEvidence: byInstant(years(3), 'answered', 'delete'),
};

/** Until when a child stays in the list whose guardian has not agreed. @param typedAt when the child was last typed in, an instant. */
export function unagreedUntil(typedAt: Instant): Instant {
  return keptUntilAfter('unagreedChild', typedAt);
}

/** How many days before an account that nobody uses is closed its holder is told (decision 0081). */
export const unusedTold = { firstDays: 60, secondDays: 14 } as const;

/** How many months a class is kept. @throws RangeError for one that is kept for hours. */
export function keptMonths(of: RetentionClass): number {
  const { period } = retentionTable[of];
  if (!('months' in period)) throw new RangeError(`${of} is counted in hours`);
  return period.months;
}

/** How many whole years a class is kept. @throws RangeError for one that is kept for another length of time. */
export function keptYears(of: RetentionClass): number {
  const years = keptMonths(of) / 12;
  if (!Number.isInteger(years)) throw new RangeError(`${of} is not kept for years`);
  return years;
}

/**
 * The first instant at which something of a class may go.
 * @param startedOn the China date that starts the clock, for classes by date: its own day still counts in full.
 * @throws RangeError for a class whose clock starts with an instant.
 */
export function keptUntilAfterDate(of: RetentionClass, startedOn: ChinaDate): Instant {
  const { period, isByDate } = retentionTable[of];
  if (!isByDate || !('months' in period)) throw new RangeError(`${of} starts with an instant`);
  return endOfDay(addMonths(startedOn, period.months));
}

/**
 * The first instant at which something of a class may go.
 * @param startedAt the instant that starts the clock. Months are counted on the China calendar, at the same time of day.
 * @throws RangeError for a class whose clock starts with a date.
 */
export function keptUntilAfter(of: RetentionClass, startedAt: Instant): Instant {
  const { period, isByDate } = retentionTable[of];
  if (isByDate) throw new RangeError(`${of} starts with a date`);
  return 'hours' in period ? addSeconds(startedAt, period.hours * 3600) : addCalendarMonths(startedAt, period.months);
}

/** The last China date that may start a clock which has run out at an instant: what began later is still kept. */
export function lastStartDate(of: RetentionClass, now: Instant): ChinaDate {
  let date = addDays(addMonths(chinaDateOf(now), -keptMonths(of)), 2);
  while (keptUntilAfterDate(of, date) > now) date = addDays(date, -1);
  return date;
}

/** The last instant that may start a clock which has run out at an instant; to the second. */
export function lastStart(of: RetentionClass, now: Instant): Instant {
  const { period } = retentionTable[of];
  if ('hours' in period) return addSeconds(now, -period.hours * 3600);
  let start = addCalendarMonths(now, -period.months);
  while (keptUntilAfter(of, addSeconds(start, 86_400)) <= now) start = addSeconds(start, 86_400);
  return start;
}

/** The same time of day in China, this many months later; the last day of a shorter month. */
function addCalendarMonths(instant: Instant, months: number): Instant {
  const date = chinaDateOf(instant);
  const ofDay = Date.parse(instant) - (Date.parse(endOfDay(date)) - 86_400_000);
  const moved = Date.parse(endOfDay(addMonths(date, months))) - 86_400_000;
  return new Date(moved + ofDay).toISOString();
}
