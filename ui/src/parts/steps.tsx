import { uiWords } from '../messages/index.ts';
import { useMessages } from '../i18n/language.tsx';

/**
 * How far a wizard has come: one bar a step; on a phone the words "Step 4 of 8" and the title are above the bars.
 * @param props.current index of the step in hand, from 0; equal to the number of titles when all are done
 */
export function Steps({ titles, current }: { titles: readonly string[]; current: number }) {
  const words = useMessages(uiWords);
  const shown = Math.min(current, titles.length - 1);
  return (
    <nav aria-label={words.steps} className="no-print">
      <p className="mb-2 md:sr-only">
        {words.stepOf({ step: shown + 1, count: titles.length })} · <strong>{titles[shown]}</strong>
      </p>
      <ol className="steps-bars">
        {titles.map((title, index) => (
          <li key={title} data-state={stateOf(index, current)} aria-current={index === current ? 'step' : undefined}>
            <span className="sr-only md:not-sr-only">{title}</span>
            {index < current && <span className="sr-only">{words.stepDone}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function stateOf(index: number, current: number): 'done' | 'now' | 'later' {
  if (index === current) return 'now';
  return index < current ? 'done' : 'later';
}
