import type { BookingStatus } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { Countdown, StatusTag, Tag, type Tone } from '@exam/ui/parts';
import { bookingWords } from '../../messages/booking.ts';
import { bookingsChanged, type ListedBooking } from './booking-data.ts';

const tones: Record<BookingStatus, Tone> = {
  Submitted: 'plain',
  ToBeConfirmed: 'amber',
  ToBeConfirmedRejected: 'plain',
  ToBeConfirmedUpdate: 'amber',
  Processing: 'amber',
  Completed: 'jade',
  Withdrawn: 'seal',
  Cancelled: 'plain',
};

type Standing = Pick<ListedBooking, 'bookingStatus' | 'isExpired' | 'isExpectedExpired'>;

/** The status as people call it, and beside it a date that has passed. */
export function BookingStatusTags({ bookingStatus, isExpired, isExpectedExpired }: Standing) {
  const words = useMessages(bookingWords);
  return (
    <>
      <StatusTag tone={tones[bookingStatus]}>{words.filter[bookingStatus]}</StatusTag>
      {isExpired && <Tag tone="seal">{words.overdue}</Tag>}
      {isExpectedExpired && <Tag tone="seal">{words.expectedOver}</Tag>}
    </>
  );
}

const day = 24 * 3600;

/** The time left to pay by the server's reckoning: days while there are several, then a countdown, at whose end the server is asked. */
export function TimeToPay({ seconds }: { seconds: number }) {
  const words = useMessages(bookingWords);
  if (seconds <= 0) return null;
  return (
    <span>
      {words.payWithin}{' '}
      <strong className="whitespace-nowrap text-seal">
        {seconds >= 2 * day ? (
          words.daysLeft(Math.floor(seconds / day))
        ) : (
          <Countdown seconds={seconds} onEnd={() => void bookingsChanged()} />
        )}
      </strong>
    </span>
  );
}
