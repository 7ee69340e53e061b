import { SelectField, TextField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { bookingsWords } from '../../messages/bookings.ts';
import { ActionButton, type FieldErrors } from '../../page/index.ts';
import type { Booking } from './types.ts';
import { usePlaces } from './arrangement/paper-fields.tsx';

type Exam = Booking['movableExams'][number];

/** Names the venues of a paid booking's exams that are still to be sat, or other ones: without a venue there is no letter. */
export function NameVenues({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const [exams, setExams] = useState<readonly Exam[]>(booking.movableExams);
  if (exams.length === 0) return null;
  const change = (at: number, changes: Partial<Exam>) =>
    setExams((all) => all.map((exam, index) => (index === at ? { ...exam, ...changes } : exam)));
  const papers = exams.flatMap(({ sessionId, venueId, place }) =>
    venueId === null || venueId === '' ? [] : [{ sessionId, venueId, place }],
  );
  return (
    <ActionButton
      label={words.nameVenues.name}
      call="bookings.nameVenues"
      request={() => ({ params: { id: booking.bookingId }, body: { version: booking.version, papers } })}
      isReady={papers.length > 0}
      confirmLabel={words.nameVenues.confirm}
      done={words.nameVenues.done}
    >
      {(errors: FieldErrors) => (
        <>
          <p className="mb-4">{words.nameVenues.text}</p>
          {exams.map((exam, at) => {
            const sent = papers.findIndex(({ sessionId }) => sessionId === exam.sessionId);
            return (
              <Where
                key={exam.sessionId}
                bookingId={booking.bookingId}
                exam={exam}
                error={errors(`papers.${sent}.venueId`)}
                change={(changes) => change(at, changes)}
              />
            );
          })}
        </>
      )}
    </ActionButton>
  );
}

type WhereProps = {
  bookingId: string;
  exam: Exam;
  error: string | undefined;
  change: (changes: Partial<Exam>) => void;
};

function Where({ bookingId, exam, error, change }: WhereProps) {
  const words = useMessages(bookingsWords).editor;
  const { language } = useLanguage();
  const venues = usePlaces(bookingId).find(({ id }) => id === exam.cityId)?.venues ?? [];
  return (
    <fieldset className="mb-4">
      <legend className="mb-2 font-semibold wrap-anywhere">{exam.subject}</legend>
      <SelectField
        label={words.venue}
        placeholder={words.noVenue}
        options={venues.map(({ id, nameEn, nameZh }) => ({ value: id, label: language === 'zh' ? nameZh : nameEn }))}
        value={exam.venueId ?? ''}
        error={error}
        onChange={(event) => change({ venueId: event.target.value })}
      />
      <TextField
        label={words.place}
        optional
        value={exam.place}
        maxLength={60}
        onChange={(event) => change({ place: event.target.value })}
      />
    </fieldset>
  );
}
