import type { Yearless } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useId, useState, type ComponentProps } from 'react';
import { DayInput, isEnter, useTypedDay } from '../fields/index.ts';
import { listWords } from '../messages/list.ts';
import type { FilterKind, ListState } from './list-state.ts';

/** A filter above a list. */
export type Filter = {
  name: string;
  label: string;
  kind: FilterKind;
  options?: readonly { value: string; label: string }[];
  /** What is shown while nothing is chosen, where that is not everything. */
  any?: string;
  /** Which day is meant without a year; the last one when left out, since lists mostly look back. */
  yearless?: Yearless;
};

type FiltersProps = {
  filters: readonly Filter[];
  state: ListState;
  change: (next: Partial<ListState>) => void;
};

/**
 * The filters of a list as chips in a line, each with its name in it: choices act at once, words when they are complete (Enter or
 * leaving the field).
 */
export function Filters({ filters, state, change }: FiltersProps) {
  const words = useMessages(listWords);
  if (filters.length === 0) return null;
  const set = (name: string, value: string) => {
    const { [name]: _, ...others } = state.filters;
    change({ filters: value === '' ? others : { ...others, [name]: value } });
  };
  return (
    <search aria-label={words.filters} className="list-filters">
      {filters.map((filter) => (
        <FilterControl
          key={filter.name}
          filter={filter}
          value={state.filters[filter.name] ?? ''}
          set={(value) => set(filter.name, value)}
        />
      ))}
      {Object.keys(state.filters).length > 0 && (
        <Button variant="quiet" small onClick={() => change({ filters: {} })}>
          {words.clear}
        </Button>
      )}
    </search>
  );
}

function FilterControl({ filter, value, set }: { filter: Filter; value: string; set: (value: string) => void }) {
  const words = useMessages(listWords);
  const id = useId();
  if (filter.kind === 'given') return value === '' ? null : <GivenFilter label={filter.label} />;
  const flags = [
    { value: 'true', label: words.yes },
    { value: 'false', label: words.no },
  ];
  const options = filter.kind === 'flag' ? flags : filter.options;
  return (
    <div className="list-filter" data-set={value !== '' || undefined}>
      <label htmlFor={id} className={filter.kind === 'date' ? undefined : 'sr-only'}>
        {filter.label}
      </label>
      {filter.kind === 'date' && <DayFilter key={value} id={id} filter={filter} value={value} set={set} />}
      {filter.kind !== 'date' && options === undefined && (
        <TypedFilter id={id} filter={filter} value={value} set={set} />
      )}
      {options !== undefined && (
        <select id={id} className="input" value={value} onChange={(event) => set(event.target.value)}>
          <option value="">{filter.any === undefined ? filter.label : words.valueOf(filter.label, filter.any)}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {filter.kind === 'flag' ? words.valueOf(filter.label, option.label) : option.label}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** What a link from another page has narrowed the list to: it is named, and goes with the other filters. */
function GivenFilter({ label }: { label: string }) {
  return (
    <p className="list-filter list-given" data-set>
      {label}
    </p>
  );
}

const inputs: Partial<Record<FilterKind, ComponentProps<'input'>>> = {
  number: { type: 'text', inputMode: 'numeric' },
};

type TypedProps = { id: string; filter: Filter; value: string; set: (value: string) => void };

/** A day, chosen when it is complete: by Enter, by leaving the field, or in the month. */
function DayFilter({ id, filter, value, set }: TypedProps) {
  const [day, setDay] = useState(value);
  const typed = useTypedDay({ value: day, onChange: setDay, yearless: filter.yearless ?? 'last' });
  const isWrong = typed.told !== undefined;
  const finish = () => {
    // What cannot be read changes nothing yet.
    if (day !== value && (day !== '' || typed.text.trim() === '')) set(day);
  };
  return (
    <div
      className="list-filter-day"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) finish();
      }}
    >
      <DayInput
        value={day}
        onChange={setDay}
        onPick={set}
        typed={typed}
        control={{
          id,
          'aria-invalid': isWrong || undefined,
          'aria-describedby': isWrong ? `${id}-error` : undefined,
          onKeyDown: (event) => {
            if (isEnter(event)) finish();
          },
        }}
      />
      {isWrong && (
        <p id={`${id}-error`} className="field-error">
          {typed.told}
        </p>
      )}
    </div>
  );
}

function TypedFilter(props: TypedProps) {
  const { id, filter, value, set } = props;
  return (
    <input
      key={value}
      id={id}
      type="search"
      {...inputs[filter.kind]}
      placeholder={filter.label}
      className="input"
      defaultValue={value}
      maxLength={100}
      onKeyDown={(event) => {
        if (isEnter(event)) set(event.currentTarget.value.trim());
      }}
      onBlur={(event) => {
        if (event.currentTarget.value.trim() !== value) set(event.currentTarget.value.trim());
      }}
    />
  );
}
