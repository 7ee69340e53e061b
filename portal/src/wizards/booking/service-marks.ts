import type { ServiceDates } from '@exam/contract/entities';
import type { DayMark } from '@exam/ui/calendar';

/** The marks of a service-date calendar: closed days have none, full ones are struck through. */
export function marksOf({ dates }: Pick<ServiceDates, 'dates'>): Record<string, DayMark> {
  const marks: Record<string, DayMark> = {};
  for (const { date, status, isSurcharge } of dates) {
    if (status === 'Full') marks[date] = 'closed';
    if (status === 'Available') marks[date] = isSurcharge ? 'surcharge' : 'available';
  }
  return marks;
}

/** Whether a date may be asked for. */
export function isAvailable({ dates }: Pick<ServiceDates, 'dates'>, date: string): boolean {
  return dates.some((each) => each.date === date && each.status === 'Available');
}
