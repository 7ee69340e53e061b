import type { ServiceDates } from '@exam/contract/entities';
import { SessionCalendar, type DayMark } from '@exam/ui/calendar';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Notice, Skeleton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { registrationWords } from '../../messages/registration.ts';
import { serviceDates } from './booked-exams.ts';
import { isAvailable, marksOf } from './service-marks.ts';

type Props = {
  productId: string;
  officeId: string;
  value: string | null;
  onChange: (date: string) => void;
  error: string | undefined;
};

/** The service-date calendar of an office: days that can be asked for, those at a higher fee, and full ones. */
export function DateChoice(props: Props) {
  const words = useMessages(bookingWizardWords).expectation;
  const { again } = useMessages(registrationWords).notOffered;
  const dates = useQuery(serviceDates(props.productId, props.officeId));
  return (
    <fieldset id="expect-date" tabIndex={-1} className="field" aria-describedby={props.error && 'expect-date-error'}>
      <legend className="field-label mb-1.5">{words.date}</legend>
      {props.error !== undefined && (
        <p id="expect-date-error" className="field-error mb-2">
          {props.error}
        </p>
      )}
      <div className="expect-calendar">
        {dates.data !== undefined && <Days {...props} dates={dates.data} />}
        {dates.isPending && <Skeleton shape="block" />}
        {dates.isError && dates.data === undefined && (
          <Notice tone="error" live title={words.failed}>
            <Button className="mt-3" variant="secondary" onClick={() => void dates.refetch()}>
              {again}
            </Button>
          </Notice>
        )}
      </div>
    </fieldset>
  );
}

function Days({ dates, value, onChange }: Props & { dates: ServiceDates }) {
  const words = useMessages(bookingWizardWords).expectation;
  const formats = useFormats();
  const marks: Record<string, DayMark> = marksOf(dates);
  const isChosen = value !== null && isAvailable(dates, value);
  return (
    <>
      <p className="mb-2 text-ink-2">
        {words.range({ from: formats.date(dates.earliestDate), to: formats.date(dates.latestDate) })}
      </p>
      <SessionCalendar
        marks={marks}
        month={(isChosen ? value : dates.earliestDate).slice(0, 7)}
        value={isChosen ? value : null}
        texts={words.calendar}
        isClosedShut
        onChange={(date) => {
          if (date !== null) onChange(date);
        }}
      />
      <output className="mt-3 block font-bold">{isChosen ? words.chosen(formats.longDate(value)) : words.none}</output>
      {isChosen && marks[value] === 'surcharge' && <p className="text-ink-2">{words.surchargeNote}</p>}
    </>
  );
}
