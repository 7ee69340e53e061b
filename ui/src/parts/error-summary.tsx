import { useEffect, useRef } from 'react';
import { uiWords } from '../messages/index.ts';
import { useMessages } from '../i18n/language.tsx';

/** One thing to put right: the id (or the name) of the control, and the sentence. */
export type FieldError = { field: string; text: string };

function focusOn(field: string): void {
  const control = document.getElementById(field) ?? document.getElementsByName(field)[0];
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

/**
 * What is wrong, at the top of a form. It takes the focus when it appears or when `attempt` changes, and each link moves
 * the focus to its control.
 * @param props.attempt count of submissions, so that a second refused attempt takes the focus again
 */
export function ErrorSummary({ errors, attempt = 0 }: { errors: readonly FieldError[]; attempt?: number }) {
  const words = useMessages(uiWords);
  const box = useRef<HTMLDivElement>(null);
  const any = errors.length > 0;
  useEffect(() => {
    if (any) box.current?.focus();
  }, [any, attempt]);
  if (!any) return null;
  return (
    <div ref={box} className="error-summary mb-6" role="alert" tabIndex={-1}>
      <h2 className="mb-2 text-lg">{words.problems(errors.length)}</h2>
      <ul className="grid gap-1.5">
        {errors.map((error) => (
          <li key={`${error.field} ${error.text}`}>
            <a
              href={`#${error.field}`}
              onClick={(event) => {
                event.preventDefault();
                focusOn(error.field);
              }}
            >
              {error.text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
