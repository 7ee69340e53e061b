import { weekdayOf } from './china-date.ts';
import type { ChinaDate, ChinaTime } from './china-date.ts';
import { proposedVat } from './price.ts';

/** What the price helper of a booked exam knows (spec 3-domain 3.2); fees in fen before VAT, rates in hundredths of a per cent. */
export interface BookingTariff {
  baseFee: number;
  boardFee: number;
  /** Added once for a weekend or an evening (220 CNY in the demo). */
  surcharge: number;
  localVatRate: number;
  boardVatRate: number;
}

/** A proposed price of one paper with why it is so. */
export interface ProposedPrice {
  localFee: number;
  boardFee: number;
  vat: number;
  total: number;
  isHoliday: boolean;
  isWeekend: boolean;
  isLate: boolean;
}

/** Evenings begin at this time of day (spec 3-domain 3.2: 19:00-21:00 on weekdays). */
export const eveningFrom: ChinaTime = '19:00';

/**
 * The price proposed for a booked paper (spec 3-domain 3.2): base doubled on a public holiday, plus the surcharge on a weekend or for
 * an exam that reaches into the evening, then VAT by part, rounded half up. `holidays` are public holidays, `makeupDays` the weekend
 * days on which everybody works: they count as weekdays. Staff may set another price with a reason; what they set is what is stored.
 */
export function bookingPrice(
  paper: { testDate: ChinaDate; startTime: ChinaTime; endTime: ChinaTime },
  tariff: BookingTariff,
  days: { holidays: readonly ChinaDate[]; makeupDays: readonly ChinaDate[] },
): ProposedPrice {
  const isHoliday = days.holidays.includes(paper.testDate);
  const weekday = weekdayOf(paper.testDate);
  const isWeekend = (weekday === 0 || weekday === 6) && !days.makeupDays.includes(paper.testDate);
  const isLate = paper.endTime > eveningFrom;
  const localFee = tariff.baseFee * (isHoliday ? 2 : 1) + (isWeekend || isLate ? tariff.surcharge : 0);
  const { boardFee } = tariff;
  const vat = proposedVat({ localFee, boardFee }, { localRate: tariff.localVatRate, boardRate: tariff.boardVatRate });
  return { localFee, boardFee, vat, total: localFee + boardFee + vat, isHoliday, isWeekend, isLate };
}
