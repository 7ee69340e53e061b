import { useFormats, useMessages } from '@exam/ui/i18n';
import { DateText } from '@exam/ui/parts';
import { applicationWords } from '../../messages/application.ts';

type Sitting = { date: string; startTime: string; endTime?: string; cityName?: string };

/** The time of an exam with the words "China time". */
export function SittingTime({ startTime, endTime }: Pick<Sitting, 'startTime' | 'endTime'>) {
  const words = useMessages(applicationWords);
  const formats = useFormats();
  return <span className="whitespace-nowrap tabular-nums">{words.times(formats.times(startTime, endTime))}</span>;
}

/** When and where, in one line. */
export function SittingLine({ date, startTime, endTime, cityName }: Sitting) {
  return (
    <p>
      <DateText date={date} />
      {' · '}
      <SittingTime startTime={startTime} endTime={endTime} />
      {cityName !== undefined && cityName !== '' && ` · ${cityName}`}
    </p>
  );
}
