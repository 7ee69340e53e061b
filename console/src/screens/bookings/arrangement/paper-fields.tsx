import { formatMoney, lacksEnglishTitle } from '@exam/contract/rules';
import type { StaffReply } from '@exam/contract/staff/client';
import { SelectField, TextField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../../app/api.ts';
import { DayField, TimeField } from '../../../fields/index.ts';
import { bookingsWords } from '../../../messages/bookings.ts';
import type { FieldErrors } from '../../../page/index.ts';
import type { PaperForm } from './form.ts';
import type { Price } from '../types.ts';

type PaperProps = {
  bookingId: string;
  number: number;
  paper: PaperForm;
  price: Price | undefined;
  errors: FieldErrors;
  change: (next: Partial<PaperForm>) => void;
  /** Null for the only paper. */
  onRemove: (() => void) | null;
};

/** One paper of an arrangement. */
export function PaperFields(props: PaperProps) {
  const words = useMessages(bookingsWords);
  const { number, onRemove } = props;
  return (
    <fieldset className="editor-paper">
      <legend className="font-semibold">{words.paperNumber(number)}</legend>
      <div className="editor-grid">
        <What {...props} />
        <When {...props} />
        <Fees {...props} />
      </div>
      <PriceHelper {...props} />
      {onRemove !== null && (
        <Button variant="quiet" small onClick={onRemove}>
          {words.editor.removePaper(number)}
        </Button>
      )}
    </fieldset>
  );
}

/** The cities of a booking's office with their venues, to choose from. */
export function usePlaces(bookingId: string): StaffReply<'bookings.places'>['cities'] {
  const { data } = useQuery({
    queryKey: ['choices', 'places', bookingId],
    queryFn: ({ signal }) => staffApi('bookings.places', { params: { id: bookingId } }, { signal, isQuiet: true }),
    staleTime: 300_000,
  });
  return data?.cities ?? [];
}

function What({ bookingId, paper, errors, change }: PaperProps) {
  const words = useMessages(bookingsWords).editor;
  const { language } = useLanguage();
  const cities = usePlaces(bookingId);
  const venues = cities.find(({ id }) => id === paper.cityId)?.venues ?? [];
  const optionOf = (each: { id: string; nameEn: string; nameZh: string }) => ({
    value: each.id,
    label: language === 'zh' ? each.nameZh : each.nameEn,
  });
  return (
    <>
      <TextField
        label={words.subject}
        value={paper.subject}
        maxLength={200}
        error={errors('subject')}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <TextField
        label={words.subjectEn}
        hint={words.subjectEnHint}
        optional={!lacksEnglishTitle({ subject: paper.subject })}
        value={paper.subjectEn}
        maxLength={200}
        error={errors('subjectEn')}
        onChange={(event) => change({ subjectEn: event.target.value })}
      />
      <SelectField
        label={words.city}
        options={cities.map(optionOf)}
        value={paper.cityId}
        error={errors('cityId')}
        onChange={(event) => change({ cityId: event.target.value, venueId: '' })}
      />
      <SelectField
        label={words.venue}
        optional
        placeholder={words.noVenue}
        options={venues.map(optionOf)}
        value={paper.venueId}
        error={errors('venueId')}
        onChange={(event) => change({ venueId: event.target.value })}
      />
      <TextField
        label={words.place}
        optional
        value={paper.place}
        maxLength={60}
        error={errors('place')}
        onChange={(event) => change({ place: event.target.value })}
      />
    </>
  );
}

function When({ paper, errors, change }: PaperProps) {
  const words = useMessages(bookingsWords).editor;
  return (
    <>
      <DayField
        label={words.date}
        value={paper.testDate}
        error={errors('testDate')}
        onChange={(testDate) => change({ testDate })}
      />
      <TimeField
        label={words.start}
        value={paper.startTime}
        error={errors('startTime')}
        onChange={(startTime) => change({ startTime })}
      />
      <TimeField
        label={words.end}
        value={paper.endTime}
        error={errors('endTime')}
        onChange={(endTime) => change({ endTime })}
      />
    </>
  );
}

const fees = ['localFee', 'boardFee', 'vat'] as const;

function Fees({ paper, errors, change }: PaperProps) {
  const words = useMessages(bookingsWords).editor;
  const { localFee, boardFee, vat } = paper;
  return fees.map((name) => (
    <TextField
      key={name}
      label={words[name]}
      inputMode="decimal"
      value={paper[name]}
      error={errors(name)}
      onChange={(event) => change({ localFee, boardFee, vat, [name]: event.target.value, isListed: false })}
    />
  ));
}

/** What the price list says of the paper, and why; one press takes it over again. */
function PriceHelper({ price, paper, change }: PaperProps) {
  const words = useMessages(bookingsWords).editor;
  if (price === undefined) return null;
  const why = [
    price.isHoliday ? words.holiday : null,
    price.isWeekend ? words.weekend : null,
    price.isLate ? words.evening : null,
  ].filter((each) => each !== null);
  const parts = words.helperParts(formatMoney(price.localFee), formatMoney(price.boardFee), formatMoney(price.vat));
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <output>
        {words.helper(formatMoney(price.total))} ({[parts, ...why].join(' · ')})
      </output>
      {!paper.isListed && (
        <Button variant="secondary" small onClick={() => change({ isListed: true })}>
          {words.useHelper}
        </Button>
      )}
    </p>
  );
}
