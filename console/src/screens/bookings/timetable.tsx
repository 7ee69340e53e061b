import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { download } from '../../app/download.ts';
import { useMay } from '../../app/session.ts';
import { bookingsWords } from '../../messages/bookings.ts';
import { Section, UploadButton, useSaveFile, useStaffAction } from '../../page/index.ts';
import type { Booking } from './types.ts';

/** The university's timetable, which staff lay down for the candidate, and what the candidate sent. */
export function TimetableSection({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const may = useMay();
  const attach = useStaffAction('bookings.attachTimetable', { done: words.timetableDone });
  const { timetable, files, bookingId: id, version } = booking;
  const { save, dialog } = useSaveFile('bookings.file', (fileId, reason) => ({
    params: { id, fileId },
    body: { reason },
  }));
  const saveTimetable = (file: File) =>
    download('bookings.file', { params: { id, fileId: file.id }, body: {} }, file.fileName);
  const isOver = booking.bookingStatus === 'Withdrawn' || booking.bookingStatus === 'Cancelled';
  return (
    <Section title={words.timetable}>
      {dialog}
      {timetable === null ? (
        <p className="mb-2 text-ink-2">{words.noTimetable}</p>
      ) : (
        <FileButton file={timetable} save={() => void saveTimetable(timetable)} />
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
            <FileButton key={file.id} file={file} save={() => save(file)} />
          ))}
        </>
      )}
    </Section>
  );
}

type File = { id: string; fileName: string };

function FileButton({ file, save }: { file: File; save: () => void }) {
  const words = useMessages(bookingsWords);
  return (
    <p className="mb-2">
      <Button variant="quiet" small onClick={save}>
        {words.download(file.fileName)}
      </Button>
    </p>
  );
}
