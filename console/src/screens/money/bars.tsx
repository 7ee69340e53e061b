import { useMessages } from '@exam/ui/i18n';
import { moneyWords } from '../../messages/money.ts';
import { useId } from 'react';

/** A bar: its name, its parts one after the other, and what is behind it. Parts are never negative; a sum below nothing draws nothing. */
export type Bar = { key: string; name: string; parts: readonly number[]; value: string };

const rowHeight = 44;
const colours = ['var(--color-jade)', 'var(--color-amber)', 'var(--color-seal)'];

/**
 * Horizontal bars with their values written beside them, so that nothing hangs on colour. The same figures are in the table under it,
 * which is what a screen reader is led to.
 * @param props.series the names of the parts, in the order of the colours
 * @param props.whole what a full bar is; the longest bar, unless given
 */
export function Bars(props: { title: string; series: readonly string[]; bars: readonly Bar[]; whole?: number }) {
  const words = useMessages(moneyWords);
  const note = useId();
  const { bars, series } = props;
  const longest = props.whole ?? Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)));
  const scale = 100 / longest;
  return (
    <figure className="mb-4">
      <figcaption className="mb-2 flex flex-wrap gap-x-4 text-sm text-ink-2">
        {series.map((name, at) => (
          <span key={name} className="inline-flex items-center gap-1">
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" fill={colours[at]} />
            </svg>
            {name}
          </span>
        ))}
        <span id={note}>{words.chartNote}</span>
      </figcaption>
      <div className="max-w-[60rem]">
        <svg role="img" aria-label={props.title} aria-describedby={note} width="100%" height={bars.length * rowHeight}>
          {bars.map((bar, row) => (
            <Row key={bar.key} bar={bar} y={row * rowHeight} scale={scale} />
          ))}
        </svg>
      </div>
    </figure>
  );
}

function Row({ bar, y, scale }: { bar: Bar; y: number; scale: number }) {
  const startOf = (at: number) => bar.parts.slice(0, at).reduce((sum, part) => sum + part, 0) * scale;
  return (
    <g>
      <text x="0" y={y + 14} fontSize={13} fill="currentColor">
        {bar.name}
      </text>
      <text x="100%" y={y + 14} textAnchor="end" fontSize={13} fill="currentColor" className="tabular-nums">
        {bar.value}
      </text>
      <rect x="0" y={y + 20} width="100%" height={16} fill="var(--color-line)" />
      {bar.parts.map((part, at) => (
        <rect
          key={colours[at]}
          x={`${startOf(at)}%`}
          y={y + 20}
          width={`${Math.max(0, part * scale)}%`}
          height={16}
          fill={colours[at]}
        />
      ))}
    </g>
  );
}
