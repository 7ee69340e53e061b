import { useId, useState } from 'react';
import { MonthGrid, MonthHead } from './month-grid.tsx';

/** A month to choose any day of, with the keys of the month of exam dates; days outside the limits can be walked over but not chosen. */
export function DayCalendar(props: {
  label: string;
  /** The day chosen, or null. */
  value: string | null;
  /** The day that has the tab stop at first. */
  here: string;
  isOpen: (date: string) => boolean;
  onChange: (date: string) => void;
}) {
  const { label, value, isOpen, onChange } = props;
  const heading = useId();
  const [here, walk] = useState(props.here);
  return (
    <section className="calendar calendar-days" aria-label={label}>
      <MonthHead id={heading} month={here.slice(0, 7)} walk={walk} />
      <MonthGrid
        label={heading}
        here={here}
        walk={walk}
        marks={{}}
        value={value}
        isOpen={isOpen}
        choose={(date) => {
          walk(date);
          if (isOpen(date)) onChange(date);
        }}
      />
    </section>
  );
}
