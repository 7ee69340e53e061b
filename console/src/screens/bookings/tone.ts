import type { BookingStatus } from '@exam/contract/entities';
import type { Tone } from '@exam/ui/parts';

const tones: Record<BookingStatus, Tone> = {
  Submitted: 'amber',
  ToBeConfirmed: 'plain',
  ToBeConfirmedRejected: 'amber',
  ToBeConfirmedUpdate: 'plain',
  Processing: 'plain',
  Completed: 'jade',
  Withdrawn: 'seal',
  Cancelled: 'seal',
};

type Standing = { bookingStatus: BookingStatus; isPriceProposed: boolean; isWithoutExam: boolean };
type Words = { statuses: Record<BookingStatus, string>; priceProposed: string; withoutExam: string };

/** The status of a booking, and how it is marked: amber waits for staff, jade is done, seal is over. */
export function standingOf(
  words: Words,
  { bookingStatus, isPriceProposed, isWithoutExam }: Standing,
): { text: string; tone: Tone } {
  if (isPriceProposed) return { text: words.priceProposed, tone: 'plain' };
  if (isWithoutExam) return { text: words.withoutExam, tone: 'seal' };
  return { text: words.statuses[bookingStatus], tone: tones[bookingStatus] };
}
