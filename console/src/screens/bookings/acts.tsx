import { chinaDateOf, chinaTimeOf, instantOf, isRealDate } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { DayField, TimeField } from '../../fields/index.ts';
import { useMay, useMe } from '../../app/session.ts';
import { bookingsWords } from '../../messages/bookings.ts';
import { ActionButton, useStaffAction, type FieldErrors } from '../../page/index.ts';
import { AnotherDateActs } from './another-date.tsx';
import type { Booking } from './types.ts';
import { NameVenues } from './name-venues.tsx';

const issuings = ['reissue', 'confirm', 'update'] as const;
export type Issuing = (typeof issuings)[number];

/** What staff may do with a booking now; one that was sent back is answered, not only changed. `onIssue`: null while it is being arranged. */
export function Acts({ booking, onIssue }: { booking: Booking; onIssue: ((event: Issuing) => void) | null }) {
  const words = useMessages(bookingsWords);
  const may = useMay();
  if (!may('bookings:write')) return null;
  const params = { id: booking.bookingId };
  const { version, actions } = booking;
  const issuing = issuings.find((event) => actions.includes(event));
  return (
    <>
      {issuing !== undefined && onIssue !== null && !booking.isPriceProposed && (
        <Button small onClick={() => onIssue(issuing)}>
          {words.begin[issuing]}
        </Button>
      )}
      {actions.length > 0 && <Take booking={booking} />}
      {actions.includes('extend') && <Extend booking={booking} />}
      {actions.includes('liftRestriction') && !booking.isCancelPayRestriction && (
        <ActionButton
          label={words.lift}
          call="bookings.liftRestriction"
          request={(reason) => ({ params, body: { version, reason } })}
          reason="needed"
          confirmLabel={words.lift}
          done={words.lifted}
        >
          <p className="mb-4">{words.liftText}</p>
        </ActionButton>
      )}
      <NameVenues key={booking.version} booking={booking} />
      <AnotherDateActs booking={booking} />
      {actions.includes('withdraw') && (
        <ActionButton
          label={words.withdraw}
          variant="danger"
          isDangerous
          call="bookings.withdraw"
          request={(reason) => ({ params, body: { version, reason } })}
          reason="needed"
          reasonLabel={words.withdrawReasonLabel}
          templates={words.withdrawTemplates}
          confirmLabel={words.withdraw}
          done={words.withdrawn}
        >
          <p className="mb-4">{words.withdrawText}</p>
        </ActionButton>
      )}
    </>
  );
}

function Take({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const me = useMe();
  const { act, isBusy } = useStaffAction('bookings.take', { done: words.taken });
  if (booking.takenBy === me.name) return null;
  return (
    <Button
      variant="secondary"
      small
      busy={isBusy}
      onClick={() => act({ params: { id: booking.bookingId }, body: { version: booking.version } })}
    >
      {words.take}
    </Button>
  );
}

function Extend({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const before = booking.payEndDate ?? '';
  const [date, setDate] = useState(before === '' ? '' : chinaDateOf(before));
  const [time, setTime] = useState(before === '' ? '17:00' : chinaTimeOf(before));
  return (
    <ActionButton
      label={words.extend}
      call="bookings.extend"
      request={(reason) => ({
        params: { id: booking.bookingId },
        body: { version: booking.version, payEndDate: instantOf(date, time), reason },
      })}
      isReady={isRealDate(date) && time !== ''}
      reason="needed"
      confirmLabel={words.extend}
      done={words.extended}
    >
      {(errors: FieldErrors) => (
        <>
          <p className="mb-4">{words.extendText}</p>
          <DayField label={words.editor.payDate} value={date} error={errors('payEndDate')} onChange={setDate} />
          <TimeField label={words.editor.payTime} value={time} onChange={setTime} />
        </>
      )}
    </ActionButton>
  );
}
