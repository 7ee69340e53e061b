import { newIdempotencyKey } from '@exam/ui/app';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Card, ConfirmDialog, DescriptionList, Notice, showToast } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../app/api.ts';
import { bookingWords } from '../../messages/booking.ts';
import { bookingById, bookingsChanged, type Booking } from './booking-data.ts';

type Proposal = NonNullable<Booking['dateProposal']>;

/** Another date that the office proposes for a paid booking: the family agrees, or keeps the date it has (decision 0044). */
export function AnotherDateCard({ booking }: { booking: Booking }) {
  const { dateProposal: proposal } = booking;
  return proposal === null ? null : <Asking bookingId={booking.bookingId} proposal={proposal} />;
}

/** The same on the page of an exam that came of that booking. */
export function ExamAnotherDate({ bookingId }: { bookingId: string }) {
  const { language } = useLanguage();
  const { data: booking } = useQuery(bookingById(language, bookingId));
  return booking ? <AnotherDateCard booking={booking} /> : null;
}

function Asking({ bookingId, proposal }: { bookingId: string; proposal: Proposal }) {
  const words = useMessages(bookingWords).anotherDate;
  const formats = useFormats();
  const [asked, setAsked] = useState<'agree' | 'keep' | null>(null);
  const answering = useAnswering({ bookingId, proposalId: proposal.id }, () => setAsked(null));
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.title}</h2>
      <p className="mb-3">{words.text}</p>
      {proposal.papers.map((paper) => (
        <Paper key={`${paper.subject} ${paper.previousDate} ${paper.previousStartTime}`} paper={paper} />
      ))}
      <DescriptionList
        items={[
          {
            term: words.reason,
            detail: <span className="wrap-anywhere whitespace-pre-line">{proposal.reason}</span>,
          },
        ]}
      />
      {proposal.isLeaveReset && (
        <div className="mt-3">
          <Notice tone="warning">{words.leaveReset}</Notice>
        </div>
      )}
      <p className="mt-3 font-bold">{words.until(formats.deadline(proposal.answerBy))}</p>
      <p className="no-print mt-4 flex flex-wrap gap-3">
        <Button onClick={() => setAsked('agree')}>{words.agree}</Button>
        <Button variant="secondary" onClick={() => setAsked('keep')}>
          {words.keep}
        </Button>
      </p>
      <ConfirmDialog
        open={asked === 'agree'}
        title={words.agreeTitle}
        confirmLabel={words.agree}
        busy={answering.isPending}
        onConfirm={() => answering.mutate(true)}
        onCancel={() => setAsked(null)}
      >
        <p>{words.agreeText}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'keep'}
        title={words.keepTitle}
        confirmLabel={words.keep}
        busy={answering.isPending}
        onConfirm={() => answering.mutate(false)}
        onCancel={() => setAsked(null)}
      >
        <p>{words.keepText}</p>
      </ConfirmDialog>
    </Card>
  );
}

function Paper({ paper }: { paper: Proposal['papers'][number] }) {
  const words = useMessages(bookingWords).anotherDate;
  const formats = useFormats();
  const at = (date: string, start: string, end: string) => `${formats.longDate(date)} ${formats.times(start, end)}`;
  return (
    <div className="mb-3">
      <h3 className="font-bold wrap-anywhere">{paper.subject}</h3>
      <DescriptionList
        items={[
          { term: words.was, detail: at(paper.previousDate, paper.previousStartTime, paper.previousEndTime) },
          { term: words.is, detail: <strong>{at(paper.examDate, paper.startTime, paper.endTime)}</strong> },
        ]}
      />
    </div>
  );
}

function useAnswering(proposal: { bookingId: string; proposalId: string }, close: () => void) {
  const words = useMessages(bookingWords).anotherDate;
  // The key outlives a lost answer, so that pressing again is the same answer.
  const key = useRef<Partial<Record<'agree' | 'keep', string>>>({});
  return useMutation({
    mutationKey: ['veil'],
    mutationFn: (isAgreed: boolean) => {
      const idempotencyKey = (key.current[isAgreed ? 'agree' : 'keep'] ??= newIdempotencyKey());
      return api('booking.answerDate', { body: { ...proposal, isAgreed } }, { idempotencyKey });
    },
    onSuccess: (_, isAgreed) => void showToast(isAgreed ? words.agreed : words.kept, 'success'),
    onSettled: async () => {
      close();
      await bookingsChanged();
    },
  });
}
