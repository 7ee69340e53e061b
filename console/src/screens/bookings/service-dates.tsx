import type { StaffReply } from '@exam/contract/staff/client';
import { SelectField, TextField } from '@exam/ui/form';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, StatusTag, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { DayField } from '../../fields/index.ts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { bookingsWords } from '../../messages/bookings.ts';
import { Loaded, objectKey, PageHead, Refusal, Section, useStaffAction, typed } from '../../page/index.ts';
import { useBookingChoices } from './list.tsx';
import { ServiceCalendar } from './service-calendar.tsx';

type Choices = StaffReply<'bookings.choices'>;
type Place = { officeId: string; productId: string };

/** The days on which offices arrange booked exams: opened and closed in ranges. */
export function ServiceDates() {
  const words = useMessages(bookingsWords).serviceDates;
  const may = useMay();
  const query = useBookingChoices();
  const [chosen, setChosen] = useState<Partial<Place>>({});
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <Loaded query={query}>
        {(choices) => {
          const place = placeOf(chosen, choices);
          return (
            <>
              <Section title={words.calendar}>
                <PlaceFields choices={choices} place={place} change={(next) => setChosen({ ...place, ...next })} />
                {place.officeId !== '' && place.productId !== '' ? (
                  <ServiceCalendar {...place} />
                ) : (
                  <p className="text-ink-2">{words.chooseBoth}</p>
                )}
              </Section>
              {may('bookings:write') && (
                <Section title={words.add}>
                  <AddRange key={place.officeId} officeId={place.officeId} choices={choices} />
                </Section>
              )}
              <Section title={words.list}>
                <Ranges officeId={place.officeId} choices={choices} />
              </Section>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function placeOf(chosen: Partial<Place>, choices: Choices): Place {
  const officeId = chosen.officeId ?? choices.offices[0]?.id ?? '';
  const products = choices.products.filter(({ officeIds }) => officeIds.includes(officeId));
  const productId = products.find(({ id }) => id === chosen.productId)?.id ?? products[0]?.id ?? '';
  return { officeId, productId };
}

function useOptions() {
  const { language } = useLanguage();
  return (list: readonly { id: string; nameEn: string; nameZh: string }[]) =>
    list.map(({ id, nameEn, nameZh }) => ({ value: id, label: language === 'zh' ? nameZh : nameEn }));
}

function PlaceFields(props: { choices: Choices; place: Place; change: (next: Partial<Place>) => void }) {
  const words = useMessages(bookingsWords).serviceDates;
  const optionsOf = useOptions();
  const { choices, place, change } = props;
  return (
    <div className="editor-grid">
      <SelectField
        label={words.office}
        placeholder={null}
        options={optionsOf(choices.offices)}
        value={place.officeId}
        onChange={(event) => change({ officeId: event.target.value })}
      />
      <SelectField
        label={words.product}
        placeholder={null}
        options={optionsOf(choices.products.filter(({ officeIds }) => officeIds.includes(place.officeId)))}
        value={place.productId}
        onChange={(event) => change({ productId: event.target.value })}
      />
    </div>
  );
}

const empty = { productId: '', from: '', to: '', isOpen: 'false', note: '' };

function AddRange({ officeId, choices }: { officeId: string; choices: Choices }) {
  const words = useMessages(bookingsWords).serviceDates;
  const optionsOf = useOptions();
  const [range, setRange] = useState(empty);
  const saving = useStaffAction('bookings.addServiceRange', {
    isQuiet: true,
    done: words.saved,
    onDone: () => setRange(empty),
  });
  const put = (name: keyof typeof empty) => (event: { target: { value: string } }) =>
    setRange({ ...range, [name]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { productId, from, to, isOpen, note } = range;
    if (from === '' || to === '') return;
    const given = { productId: productId === '' ? null : productId, note: note.trim() || null };
    saving.act({ body: { officeId, from, to, isOpen: isOpen === 'true', ...given } });
  };
  const kinds = [
    { value: 'false', label: words.closed },
    { value: 'true', label: words.open },
  ];
  return (
    <form onSubmit={submit}>
      <Refusal problem={saving.problem} />
      <div className="editor-grid">
        <SelectField
          label={words.kind}
          placeholder={null}
          options={kinds}
          value={range.isOpen}
          onChange={put('isOpen')}
        />
        <SelectField
          label={words.product}
          placeholder={words.allProducts}
          options={optionsOf(choices.products.filter(({ officeIds }) => officeIds.includes(officeId)))}
          value={range.productId}
          onChange={put('productId')}
        />
        <DayField label={words.from} required value={range.from} onChange={(from) => setRange({ ...range, from })} />
        <DayField
          label={words.to}
          required
          min={range.from}
          value={range.to}
          onChange={(to) => setRange({ ...range, to })}
        />
        <TextField label={words.note} optional maxLength={200} value={range.note} onChange={put('note')} />
      </div>
      <Button type="submit" small busy={saving.isBusy}>
        {words.save}
      </Button>
    </form>
  );
}

function Ranges({ officeId, choices }: { officeId: string; choices: Choices }) {
  const words = useMessages(bookingsWords).serviceDates;
  const { language } = useLanguage();
  const formats = useFormats();
  const may = useMay();
  const query = useQuery({
    queryKey: objectKey('serviceRange', officeId),
    queryFn: ({ signal }) => staffApi('bookings.serviceRanges', { body: { officeId } }, { signal, isQuiet: true }),
  });
  const removing = useStaffAction('bookings.removeServiceRange', { done: words.removed });
  const nameOf = (id: string | null) => {
    const product = choices.products.find((each) => each.id === id);
    return product === undefined ? words.allProducts : language === 'zh' ? product.nameZh : product.nameEn;
  };
  return (
    <Loaded query={query}>
      {({ list }) =>
        list.length === 0 ? (
          <p className="text-ink-2">{words.empty}</p>
        ) : (
          <Table
            caption={words.list}
            rows={list}
            rowKey={(range) => range.id}
            columns={[
              {
                key: 'kind',
                header: words.kind,
                cell: ({ isOpen }) => (
                  <StatusTag tone={isOpen ? 'jade' : 'seal'}>{isOpen ? words.open : words.closed}</StatusTag>
                ),
              },
              { key: 'from', header: words.from, cell: ({ from }) => formats.date(from) },
              { key: 'to', header: words.to, cell: ({ to }) => formats.date(to) },
              { key: 'product', header: words.product, cell: ({ productId }) => nameOf(productId) },
              { key: 'note', header: words.note, cell: ({ note }) => typed(note) ?? '–' },
              {
                key: 'act',
                header: words.remove,
                cell: ({ id, from }) =>
                  may('bookings:write') && (
                    <Button
                      variant="quiet"
                      small
                      aria-label={`${words.remove} ${formats.date(from)}`}
                      busy={removing.isBusy}
                      onClick={() => removing.act({ params: { id } })}
                    >
                      {words.remove}
                    </Button>
                  ),
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}
