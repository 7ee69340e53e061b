import { addMonths } from '@exam/contract/rules';
import { SelectField } from '@exam/ui/form';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, FilterChips } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Product } from '../../../app/catalogue.ts';
import { chinaToday } from '../../../app/china-today.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { citiesOf, dayKinds, listedAvailabilities, narrowedBy, type SessionFilter } from './filter.ts';

const CalendarPanel = lazy(() => import('./calendar-panel.tsx').then((m) => ({ default: m.CalendarPanel })));
const monthsShown = 14;

type Props = {
  product: Product;
  filter: SessionFilter;
  change: (change: Partial<SessionFilter>) => void;
};

/** City, month, availability, and the calendar: beside the list on a wide screen, folded away on a phone. */
export function SessionFilters(props: Props) {
  const { product, filter, change } = props;
  const words = useMessages(registrationWords).session;
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label={words.filters} className="session-filters" data-open={isOpen}>
      <Button
        variant="secondary"
        className="mb-4 lg:hidden"
        aria-expanded={isOpen}
        aria-controls="more-filters"
        onClick={() => setOpen(!isOpen)}
      >
        {words.filterButton(narrowedBy(filter))}
      </Button>
      <div id="more-filters" className="more-filters">
        <MoreFilters {...props} />
        <CalendarFold product={product} filter={filter} change={change} />
      </div>
    </section>
  );
}

function MoreFilters({ filter, change }: Props) {
  const words = useMessages(registrationWords).session;
  const { language } = useLanguage();
  const formats = useFormats();
  const cities = useQuery(citiesOf(filter.subject, language));
  const first = `${chinaToday().slice(0, 7)}-01`;
  const months = Array.from({ length: monthsShown }, (_, index) => addMonths(first, index).slice(0, 7));
  return (
    <>
      <SelectField
        label={words.city}
        placeholder={words.everyCity}
        value={filter.city}
        options={(cities.data ?? []).map((city) => ({ value: city.id, label: city.name }))}
        onChange={(event) => change({ city: event.target.value, date: '' })}
      />
      <SelectField
        label={words.month}
        placeholder={words.everyMonth}
        value={filter.month}
        options={months.map((month) => ({ value: month, label: formats.month(month) }))}
        onChange={(event) => change({ month: event.target.value, date: '' })}
      />
      <SelectField
        label={words.days}
        placeholder={words.everyWeekday}
        value={filter.days}
        options={dayKinds.map((value) => ({ value, label: words.dayKinds[value] }))}
        onChange={(event) => change({ days: dayKinds.find((each) => each === event.target.value) ?? '', date: '' })}
      />
      <div className="mb-5 sm:col-span-2 lg:col-span-1">
        <p className="field-label mb-1.5" aria-hidden="true">
          {words.availability}
        </p>
        <FilterChips
          label={words.availability}
          name="availability"
          value={filter.availability}
          options={[
            { value: '', label: words.everyAvailability },
            ...listedAvailabilities.map((value) => ({ value, label: words.status[value] })),
          ]}
          onChange={(availability) => change({ availability })}
        />
      </div>
    </>
  );
}

const wide = '(min-width: 64rem)';

/** The calendar is fetched when it is opened; on a wide screen, where there is room for it, at once. */
function CalendarFold({ product, filter, change }: Props) {
  const words = useMessages(registrationWords).session;
  const formats = useFormats();
  const [isOpen, setOpen] = useState(() => window.matchMedia(wide).matches);
  return (
    <div className="sm:col-span-2 lg:col-span-1">
      <Button
        variant="secondary"
        className="w-full lg:hidden"
        aria-expanded={isOpen}
        aria-controls="session-calendar"
        onClick={() => setOpen(!isOpen)}
      >
        {words.calendar}
      </Button>
      <div id="session-calendar" className={isOpen ? 'calendar-place' : undefined}>
        {isOpen && (
          <Suspense fallback={null}>
            <CalendarPanel productId={product.id} filter={filter} change={change} />
          </Suspense>
        )}
      </div>
      {filter.date !== '' && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3">
          <span>{words.oneDay(formats.date(filter.date))}</span>
          <Button variant="quiet" small onClick={() => change({ date: '' })}>
            {words.everyDay}
          </Button>
        </p>
      )}
    </div>
  );
}
