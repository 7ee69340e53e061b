import { cancellationLimits, isOfLength } from '@exam/contract/rules';
import { newIdempotencyKey } from '@exam/ui/app';
import { TextAreaField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Dialog, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../app/api.ts';
import { fieldSentence } from '../../app/field-sentence.ts';
import { bookingWords } from '../../messages/booking.ts';
import { ruleWords } from '../../messages/rules.ts';
import { payUrl } from '../../page/order-data.ts';
import { bookingsChanged, type Booking } from './booking-data.ts';

/** What may be done with a booking now, as the server says: pay it, send it back, end it. */
export function BookingActs({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords).act;
  if (!booking.canPay && !booking.canReject && !booking.canCancel) return null;
  return (
    <div className="no-print flex flex-wrap gap-3">
      {booking.canPay && <PayButton booking={booking} />}
      {booking.canReject && (
        <WithReason
          booking={booking}
          call="booking.reject"
          texts={{
            open: words.reject,
            title: words.rejectTitle,
            text: words.rejectText,
            reason: words.rejectReason,
            hint: words.rejectHint,
            confirm: words.rejectConfirm,
            done: words.rejected,
          }}
        />
      )}
      {booking.canCancel && (
        <WithReason
          booking={booking}
          call="booking.cancel"
          danger
          texts={{
            open: words.cancel,
            title: words.cancelTitle,
            text: words.cancelText,
            reason: words.cancelReason,
            hint: words.cancelHint,
            confirm: words.cancelConfirm,
            done: words.cancelled,
          }}
        />
      )}
    </div>
  );
}

/** Places the order of the arrangement, or takes the one that is open, and leads to its payment. */
function PayButton({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords).act;
  const formats = useFormats();
  const navigate = useNavigate();
  const key = useRef<string | null>(null);
  const place = useMutation({
    mutationKey: ['veil'],
    mutationFn: () => {
      key.current ??= newIdempotencyKey();
      const request = { query: { id: booking.bookingId }, body: {} };
      return api('order.placeForBooking', request, { idempotencyKey: key.current });
    },
    onSuccess: async ({ id, isNocharge }) => {
      await navigate(isNocharge ? `/payment-success?orderId=${id}` : payUrl(id));
      void bookingsChanged();
    },
    onError: () => {
      key.current = null;
      void bookingsChanged();
    },
  });
  return (
    <Button busy={place.isPending} onClick={() => place.mutate()}>
      {words.pay(formats.money(booking.amount ?? 0))}
    </Button>
  );
}

type Texts = {
  open: string;
  title: string;
  text: string;
  reason: string;
  hint: string;
  confirm: string;
  done: string;
};

/** Sends an arrangement back or ends its booking, and asks everything about it again. */
function useAnswer(
  call: 'booking.reject' | 'booking.cancel',
  { bookingId }: Booking,
  then: { done: string; onSettled: () => void },
) {
  return useMutation({
    mutationFn: (reason: string) => api(call, { body: { bookingId, reason } }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: () => void showToast(then.done, 'success'),
    onSettled: async () => {
      await bookingsChanged();
      then.onSettled();
    },
  });
}

/** Asks for the reason, which is required, and says what follows, before the booking is sent back or ended. */
function WithReason(props: {
  booking: Booking;
  call: 'booking.reject' | 'booking.cancel';
  texts: Texts;
  danger?: boolean;
}) {
  const { booking, call, texts, danger = false } = props;
  const { keep } = useMessages(bookingWords).act;
  const rules = useMessages(ruleWords);
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isRight = isOfLength(reason.trim(), cancellationLimits.reason);
  const error = isTried && !isRight ? fieldSentence(rules, 'BOOKING_REASON') : undefined;
  const act = useAnswer(call, booking, { done: texts.done, onSettled: () => setOpen(false) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isRight && !act.isPending) act.mutate(reason.trim());
  };
  const id = `${call}-reason`;
  return (
    <>
      <Button variant={danger ? 'quiet' : 'secondary'} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      <Dialog open={isOpen} title={texts.title} onClose={() => setOpen(false)}>
        <form onSubmit={submit} noValidate>
          <p className="mb-4">{texts.text}</p>
          <TextAreaField
            id={id}
            label={texts.reason}
            hint={texts.hint}
            error={error}
            value={reason}
            maxLength={cancellationLimits.reason.max}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {keep}
            </Button>
            <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={act.isPending}>
              {texts.confirm}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
