import { InstantText } from '@exam/ui/parts';
import type { ReactNode } from 'react';

export type TimelineEntry = { at: string; text: ReactNode; who?: ReactNode; detail?: ReactNode };

/** What happened to an object, in the order given. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map((entry, at) => (
        <li key={`${entry.at}-${at}`}>
          <p className="timeline-when">
            <InstantText at={entry.at} />
            {entry.who !== undefined && <> · {entry.who}</>}
          </p>
          <p>{entry.text}</p>
          {entry.detail !== undefined && entry.detail !== null && <p className="text-ink-2">{entry.detail}</p>}
        </li>
      ))}
    </ol>
  );
}
