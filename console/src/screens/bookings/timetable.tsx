import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { download } from '../../app/download.ts';
import { useMay } from '../../app/session.ts';
import { bookingsWords } from '../../messages/bookings.ts';
import { Section, UploadButton, useStaffAction } from '../../page/index.ts';
import type { Booking } from './booking.tsx';

/** The university's timetable, which staff lay down for the candidate, and what the candidate sent. */
export function TimetableSection({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const may = useMay();
  const attach = useStaffAction('desk.attachTimetable', { done: words.timetableDone });
  const { timetable, files, bookingId: id, version } = booking;
  const isOver = booking.bookingStatus === 'Withdrawn' || booking.bookingStatus === 'Cancelled';
  return (
    <Section title={words.timetable}>
      {timetable === null ? (
        <p className="mb-2 text-ink-2">{words.noTimetable}</p>
      ) : (
        <SavedFile bookingId={id} file={timetable} />
      )}
      {may('bookings:write') && !isOver && (
        <UploadButton
          label={timetable === null ? words.uploadTimetable : words.replaceTimetable}
          isBusy={attach.isBusy}
          onSent={({ id: fileId }) => attach.act({ params: { id }, body: { version, fileId } })}
        />
      )}
      {files.length > 0 && (
        <>
          <h3 className="mt-4 mb-1">{words.files}</h3>
          {files.map((file) => (
            <SavedFile key={file.id} bookingId={id} file={file} />
          ))}
        </>
      )}
    </Section>
  );
}

function SavedFile({ bookingId: id, file }: { bookingId: string; file: { id: string; fileName: string } }) {
  const words = useMessages(bookingsWords);
  const save = () => void download('desk.file', { params: { id, fileId: file.id } }, file.fileName);
  return (
    <p className="mb-2">
      <Button variant="quiet" small onClick={save}>
        {words.download(file.fileName)}
      </Button>
    </p>
  );
}
