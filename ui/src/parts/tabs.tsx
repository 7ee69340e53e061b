import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

export type Tab<Id extends string> = { id: Id; label: string };

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Two or more views of the same task; arrows, Home and End change the view, Tab goes into it. */
export function Tabs<Id extends string>(props: {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  onSelect: (id: Id) => void;
  children: ReactNode;
}) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = props.tabs.findIndex((tab) => tab.id === props.selected);
    const target = moves[event.key]?.(at, props.tabs.length);
    const tab = target === undefined ? undefined : props.tabs[target];
    if (tab === undefined || target === undefined) return;
    event.preventDefault();
    props.onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
  };
  return (
    <div>
      <div ref={list} role="tablist" tabIndex={-1} aria-label={props.label} className="tabs" onKeyDown={onKeyDown}>
        {props.tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-controls={`${base}-panel`}
            aria-selected={tab.id === props.selected}
            tabIndex={tab.id === props.selected ? 0 : -1}
            className="tab"
            onClick={() => props.onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${props.selected}`} className="pt-6">
        {props.children}
      </div>
    </div>
  );
}

/** A filter of which one is chosen: radio buttons in the shape of chips, so arrows work by themselves. */
export function FilterChips<Value extends string>(props: {
  label: string;
  name: string;
  options: readonly { value: Value; label: string; count?: number }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{props.label}</legend>
      <div className="chips">
        {props.options.map((option) => (
          <label key={option.value} className="chip" data-on={option.value === props.value || undefined}>
            <input
              type="radio"
              name={props.name}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
            />
            {option.label}
            {option.count !== undefined && <span className="tabular-nums">{option.count}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
