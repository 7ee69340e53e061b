import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card, Deadline, DescriptionList, Money, Table } from '@exam/ui/parts';
import { useState } from 'react';
import { saveFile } from '../../app/files/save-file.ts';
import { bookingWords } from '../../messages/booking.ts';
import { SittingTime } from '../../page/sitting.tsx';
import type { Booking } from './booking-data.ts';

type Version = Booking['versions'][number];

/** The arrangement that counts: papers with date, place and fees, what is to pay and until when. */
export function ArrangementCard({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords).arrangement;
  const [version] = booking.versions;
  if (version === undefined) return null;
  const isPaid = booking.bookingStatus === 'Completed';
  return (
    <Card id="arrangement">
      <h2 className="mb-3 text-xl">{words.title}</h2>
      <Papers version={version} />
      <DescriptionList
        items={[
          {
            term: isPaid ? words.sumPaid : words.sum,
            detail: <Money fen={version.amount} className="text-lg font-bold" />,
          },
          {
            term: words.payBy,
            detail: isPaid || booking.payUntil === null ? null : <Deadline at={booking.payUntil} />,
          },
          { term: words.granted, detail: version.arrangementGranted },
          { term: words.note, detail: version.note && <span className="whitespace-pre-line">{version.note}</span> },
          { term: words.timetable, detail: booking.timetable && <Timetable file={booking.timetable} /> },
        ]}
      />
    </Card>
  );
}

/** The papers of one version as a table, on a phone as cards. */
export function Papers({ version }: { version: Version }) {
  const words = useMessages(bookingWords).arrangement;
  const formats = useFormats();
  return (
    <Table
      caption={words.papers}
      rows={version.subjectInfos.map((paper, index) => ({ ...paper, key: `${index} ${paper.subject}` }))}
      rowKey={(paper) => paper.key}
      columns={[
        { key: 'subject', header: words.paper, cell: (paper) => <strong>{paper.subject}</strong> },
        {
          key: 'when',
          header: words.when,
          cell: (paper) => (
            <span>
              {formats.longDate(paper.testDate)} <SittingTime startTime={paper.startTime} endTime={paper.endTime} />
            </span>
          ),
        },
        { key: 'where', header: words.where, cell: (paper) => <Place paper={paper} /> },
        { key: 'local', header: words.localFee, end: true, cell: (paper) => <Money fen={paper.localFee} /> },
        { key: 'board', header: words.boardFee, end: true, cell: (paper) => <Money fen={paper.boardFee} /> },
        { key: 'vat', header: words.vat, end: true, cell: (paper) => <Money fen={paper.vat} /> },
        {
          key: 'total',
          header: words.total,
          end: true,
          cell: (paper) => <Money fen={paper.total} className="font-bold" />,
        },
      ]}
    />
  );
}

/** The university's timetable, to keep. */
function Timetable({ file }: { file: NonNullable<Booking['timetable']> }) {
  const words = useMessages(bookingWords).arrangement;
  const [isBusy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    void saveFile({ name: 'formAttachment.get', params: { id: file.id } }, file.fileName).finally(() => setBusy(false));
  };
  return (
    <Button variant="secondary" small busy={isBusy} onClick={save}>
      {words.download(file.fileName)}
    </Button>
  );
}

function Place({ paper }: { paper: Version['subjectInfos'][number] }) {
  const words = useMessages(bookingWords).arrangement;
  return (
    <span>
      {paper.city}
      <span className="block text-sm text-ink-2">
        {paper.venue === null ? words.venueLater : [paper.venue.name, paper.venue.address].join(' · ')}
      </span>
    </span>
  );
}
