import { useFormats, useMessages } from '@exam/ui/i18n';
import { DateText } from '@exam/ui/parts';
import { applicationWords } from '../messages/application.ts';

type Place = { name: string; address: string };
type Sitting = { date: string; startTime: string; endTime?: string; cityName?: string; venue?: Place | null };

/** The time of an exam with the words "China time": on one line where there is room for it. */
export function SittingTime({ startTime, endTime }: Pick<Sitting, 'startTime' | 'endTime'>) {
  const words = useMessages(applicationWords);
  const formats = useFormats();
  return <span className="inline-block tabular-nums">{words.times(formats.times(startTime, endTime))}</span>;
}

/** Where an exam is held, once staff have named it. */
export function VenueText({ venue }: { venue: Place }) {
  return (
    <>
      {venue.name}
      <span className="block text-ink-2">{venue.address}</span>
    </>
  );
}

/** When and where; below it the venue, once there is one. On a phone the ticket around it has the date as its first line. */
export function SittingLine({ date, startTime, endTime, cityName, venue }: Sitting) {
  return (
    <p>
      <span className="sitting-date">
        <DateText date={date} />
        {' · '}
      </span>
      <SittingTime startTime={startTime} endTime={endTime} />
      {cityName !== undefined && cityName !== '' && ` · ${cityName}`}
      {venue && <span className="block text-sm text-ink-2">{[venue.name, venue.address].join(' · ')}</span>}
    </p>
  );
}
