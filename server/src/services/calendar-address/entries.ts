import type { Language } from '@exam/contract/messages';
import { addMinutes, chinaTimeOf, maskMinorName, type RefundTermsNow, reportMinutes } from '@exam/contract/rules';
import type { OrderToPay } from '#checkout/orders';
import type { CalendarEntry } from '#platform/icalendar';
import type { ComingExam } from '#registering/applications';
import type { BookingToPay } from '#services/bookings';
import { type CalendarWords, calendarWords } from './words.ts';

/** What a calendar is made of. */
export type Dates = {
  addressId: string;
  language: Language;
  exams: readonly ComingExam[];
  /** By the id of the exam's registration. */
  refunds: ReadonlyMap<string, RefundTermsNow>;
  orders: readonly OrderToPay[];
  bookings: readonly BookingToPay[];
};

/** Where we are: the host that names the entries, and the address of the pages. */
type Where = { host: string; site: string };

/** A deadline is an entry of the last half hour before it: apps hide what has no length. */
const lastMinutes = 30;

/** The name of the calendar in apps. */
export function calendarName(language: Language): string {
  return calendarWords[language].name;
}

/**
 * The entries of an account's calendar: each exam, when to be there, until when to pay, and until when cancelling gives back what it gives
 * back now. Whoever has the address reads them: a candidate is named as staff without the right to names see them, and no entry says a venue, a number or a sum.
 */
export function entriesOf(dates: Dates, where: Where): CalendarEntry[] {
  const words = calendarWords[dates.language];
  return [
    ...dates.exams.flatMap((exam) => examEntries(exam, words, where)),
    ...cancelEntries(dates, words, where),
    ...dates.orders.map((order) => payEntry({ ...order, what: order.productNames, page: 'order' }, words, where)),
    ...dates.bookings.map((one) => payEntry({ ...one, what: [one.productName], page: 'booking' }, words, where)),
  ];
}

const nameOf = ({ productName, subjectName }: ComingExam, { between }: CalendarWords) =>
  `${productName}${between}${subjectName}`;
const whoOf = ({ candidateName }: ComingExam) => maskMinorName(candidateName);

function examEntries(exam: ComingExam, words: CalendarWords, { host, site }: Where): CalendarEntry[] {
  const reportAt = addMinutes(exam.startsAt, -reportMinutes);
  const about = { exam: nameOf(exam, words), who: whoOf(exam) };
  const shared = { sequence: exam.letterVersion - 1, location: exam.cityName };
  const description = words.examText({ reportBy: chinaTimeOf(reportAt), page: `${site}/candidate/application` });
  return [
    {
      ...shared,
      uid: `${exam.id}-exam@${host}`,
      startsAt: exam.startsAt,
      endsAt: exam.endsAt,
      title: words.exam(about),
      description,
    },
    {
      ...shared,
      uid: `${exam.id}-report@${host}`,
      startsAt: reportAt,
      endsAt: exam.startsAt,
      title: words.report({ ...about, time: chinaTimeOf(reportAt) }),
      description,
      isDeadline: true,
    },
  ];
}

/** One entry for everything that can be cancelled by the same terms until the same moment. */
function cancelEntries({ addressId, exams, refunds }: Dates, words: CalendarWords, { host, site }: Where) {
  const groups = Map.groupBy(
    exams.flatMap((exam) => {
      const terms = refunds.get(exam.id);
      return terms ? [{ exam, terms }] : [];
    }),
    ({ terms }) => [terms.until.slice(0, 19), terms.percent, terms.boardFeeReturned, terms.documentsRequired].join(' '),
  );
  return [...groups.values()].flatMap((group): CalendarEntry[] => {
    const [first] = group;
    if (!first) return [];
    const { until, percent, boardFeeReturned, documentsRequired } = first.terms;
    const names = [...new Set(group.map(({ exam }) => nameOf(exam, words)))];
    const about = { time: timeOf(until, words), percent, boardFeeReturned, documentsRequired };
    const lines = group.map(({ exam }) => words.exam({ exam: nameOf(exam, words), who: whoOf(exam) }));
    return [
      {
        // With new terms it is another entry; the one of before is not there any more.
        uid: `${addressId}-cancel-${until.slice(0, 19).replaceAll(/\D/g, '')}-${percent}@${host}`,
        sequence: 0,
        ...deadline(until),
        title: words.cancel({ ...about, exams: names }),
        description: `${words.cancelText({ ...about, page: `${site}/candidate/application` })}\n${lines.join('\n')}`,
      },
    ];
  });
}

type ToPay = { id: string; version: number; payBefore: string; what: readonly string[]; page: 'order' | 'booking' };

function payEntry({ id, version, payBefore, what, page }: ToPay, words: CalendarWords, { host, site }: Where) {
  const time = timeOf(payBefore, words);
  return {
    uid: `${id}-pay@${host}`,
    sequence: version,
    ...deadline(payBefore),
    title: words.pay({ time, exams: what }),
    description: words.payText({ time, page: `${site}/candidate/${page}` }),
  };
}

function deadline(at: string): Pick<CalendarEntry, 'startsAt' | 'endsAt' | 'location' | 'isDeadline'> {
  return { startsAt: addMinutes(at, -lastMinutes), endsAt: at, location: '', isDeadline: true };
}

/** The time of day in China; the end of a day is not the beginning of the next. */
function timeOf(at: string, words: CalendarWords): string {
  const time = chinaTimeOf(at);
  return time === '00:00' ? words.midnight : time;
}
