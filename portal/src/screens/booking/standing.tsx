import { systemWithdrawReasons } from '@exam/contract/entities/values';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { LinkButton, Notice } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import type { BookingMessages } from '../../messages/en/booking.ts';
import { bookingWords } from '../../messages/booking.ts';
import { payUrl } from '../../page/order-data.ts';
import type { Booking } from './booking-data.ts';

/** The state of a booking and what there is to do, in words; update and reject notices among them. */
export function Standing({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords).standing;
  switch (booking.bookingStatus) {
    case 'Submitted':
      return booking.isExpectedExpired ? (
        <Notice tone="warning">{words.expectedOver}</Notice>
      ) : (
        <Notice>{words.Submitted}</Notice>
      );
    case 'ToBeConfirmed':
      return (
        <Waiting booking={booking}>
          <Notice>{words.ToBeConfirmed}</Notice>
        </Waiting>
      );
    case 'ToBeConfirmedUpdate':
      return (
        <Waiting booking={booking}>
          <Notice tone="warning" title={words.updated}>
            <p>{words.updatedText}</p>
          </Notice>
        </Waiting>
      );
    case 'ToBeConfirmedRejected':
      return (
        <Notice title={words.rejected}>
          <p>{words.rejectedText}</p>
          {booking.rejectReason !== null && <Reason text={words.yourReason(booking.rejectReason)} />}
        </Notice>
      );
    case 'Processing':
      return (
        <Notice tone="warning" title={words.Processing}>
          <p>{words.ProcessingText}</p>
          {booking.orderId !== null && (
            <LinkButton className="no-print mt-3" small variant="secondary" href={payUrl(booking.orderId)}>
              {words.toPayment}
            </LinkButton>
          )}
        </Notice>
      );
    default:
      return <Ended booking={booking} />;
  }
}

/** Waiting for payment: what to check, or that it is too late, or that it is not too late after all. */
function Waiting({ booking, children }: { booking: Booking; children: ReactNode }) {
  const words = useMessages(bookingWords).standing;
  const formats = useFormats();
  if (booking.isExpired) {
    return (
      <Notice tone="error" title={words.expired}>
        <p>{words.expiredText}</p>
      </Notice>
    );
  }
  return (
    <>
      {children}
      {booking.isCancelPayRestriction && booking.payUntil !== null && (
        <Notice title={words.lifted}>
          <p>{words.liftedText(formats.deadline(booking.payUntil))}</p>
        </Notice>
      )}
    </>
  );
}

function Ended({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords).standing;
  if (booking.bookingStatus === 'Completed') return <Notice tone="success">{words.Completed}</Notice>;
  if (booking.bookingStatus === 'Withdrawn') {
    return (
      <Notice tone="warning" title={words.Withdrawn}>
        {booking.withdrawReason !== null && (
          <Reason text={words.withdrawnBy(reasonText(booking.withdrawReason, words))} />
        )}
        <p>{words.askUs}</p>
      </Notice>
    );
  }
  return (
    <Notice title={words.Cancelled}>
      {booking.cancelReason !== null && <Reason text={words.yourReason(booking.cancelReason)} />}
    </Notice>
  );
}

/** The system's own reasons in the reader's language; what staff wrote stays as it is. */
function reasonText(reason: string, words: BookingMessages['standing']): string {
  const known = systemWithdrawReasons.find((each) => each === reason);
  return known === undefined ? reason : words[known];
}

function Reason({ text }: { text: string }) {
  return <p className="wrap-anywhere whitespace-pre-line">{text}</p>;
}
