import { isRealDate } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { InstantText, Table } from '@exam/ui/parts';
import { useState } from 'react';
import { DayField, TimeField } from '../../fields/index.ts';
import { bookingsWords } from '../../messages/bookings.ts';
import { ActionButton, Section, typed, type FieldErrors } from '../../page/index.ts';
import type { Booking } from './types.ts';

type Exam = Booking['movableExams'][number];

/** Asks the family of a paid booking whether another date suits it, or takes that back (decision 0044). */
export function AnotherDateActs({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords).anotherDate;
  const params = { id: booking.bookingId };
  if (booking.movableExams.length > 0) return <Propose key={booking.version} booking={booking} />;
  if (!booking.dateProposals.some(({ answer }) => answer === null)) return null;
  return (
    <ActionButton
      label={words.takeBack}
      call="bookings.takeBackDate"
      request={() => ({ params, body: { version: booking.version } })}
      confirmLabel={words.takeBack}
      done={words.takenBack}
    >
      <p className="mb-4">{words.takeBackText}</p>
    </ActionButton>
  );
}

function Propose({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords).anotherDate;
  const [exams, setExams] = useState<readonly Exam[]>(booking.movableExams);
  const change = (at: number, changes: Partial<Exam>) =>
    setExams((all) => all.map((exam, index) => (index === at ? { ...exam, ...changes } : exam)));
  const papers = exams.map(({ sessionId, examDate, startTime, endTime }) => ({
    sessionId,
    examDate,
    startTime,
    endTime,
  }));
  return (
    <ActionButton
      label={words.propose}
      call="bookings.proposeDate"
      request={(reason) => ({
        params: { id: booking.bookingId },
        body: { version: booking.version, reason, papers },
      })}
      isReady={papers.every((exam) => isRealDate(exam.examDate) && exam.startTime !== '' && exam.endTime !== '')}
      reason="needed"
      reasonLabel={words.reason}
      confirmLabel={words.propose}
      done={words.proposed}
    >
      {(errors: FieldErrors) => (
        <>
          <p className="mb-4">{words.text}</p>
          {exams.map((exam, at) => (
            <fieldset key={exam.sessionId} className="mb-4">
              <legend className="mb-2 font-semibold wrap-anywhere">{exam.subject}</legend>
              <DayField
                label={words.date}
                value={exam.examDate}
                error={errors(`papers.${at}.examDate`) ?? errors(`papers.${at}.venueId`)}
                onChange={(examDate) => change(at, { examDate })}
              />
              <TimeField
                label={words.start}
                value={exam.startTime}
                error={errors(`papers.${at}.startTime`)}
                onChange={(startTime) => change(at, { startTime })}
              />
              <TimeField
                label={words.end}
                value={exam.endTime}
                error={errors(`papers.${at}.endTime`)}
                onChange={(endTime) => change(at, { endTime })}
              />
            </fieldset>
          ))}
        </>
      )}
    </ActionButton>
  );
}

/** What was proposed, and what the family answered; the newest first. */
export function DateProposals({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const formats = useFormats();
  const { anotherDate } = words;
  const rows = booking.dateProposals.flatMap((proposal) =>
    proposal.papers.map((paper, at) => ({ ...proposal, ...paper, key: `${proposal.id} ${at}` })),
  );
  if (rows.length === 0) return null;
  const time = (date: string, start: string, end: string) => `${formats.date(date)} ${formats.times(start, end)}`;
  return (
    <Section title={anotherDate.title}>
      <Table
        caption={anotherDate.title}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { key: 'exam', header: anotherDate.exam, cell: ({ subject }) => typed(subject) },
          {
            key: 'move',
            header: anotherDate.move,
            cell: (row) =>
              words.fromTo(
                time(row.previousDate, row.previousStartTime, row.previousEndTime),
                time(row.examDate, row.startTime, row.endTime),
              ),
          },
          { key: 'because', header: anotherDate.because, cell: ({ reason }) => typed(reason) },
          { key: 'by', header: anotherDate.by, cell: ({ proposedBy }) => typed(proposedBy) },
          {
            key: 'answer',
            header: anotherDate.answer,
            cell: ({ answer, answeredAt, answerBy }) =>
              answer === null ? (
                anotherDate.open(formats.instant(answerBy))
              ) : (
                <>
                  {anotherDate.answers[answer]}
                  {answeredAt !== null && (
                    <>
                      {' · '}
                      <InstantText at={answeredAt} />
                    </>
                  )}
                </>
              ),
          },
        ]}
      />
    </Section>
  );
}
