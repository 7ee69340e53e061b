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

/** How a booking's status is marked: amber waits for staff, jade is done, seal is over. */
export function toneOf(status: BookingStatus): Tone {
  return tones[status];
}
