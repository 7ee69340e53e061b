import { useEffect, useState, type KeyboardEvent } from 'react';

/** What a text means, and what is wrong with it. */
export type Reading = { value: string; refusal: string | null };

/** A text that is read while it is typed, and takes the page's form when the field is left. */
export type Typed = {
  /** The input, once it is drawn, and what it is told by. */
  input: HTMLInputElement | null;
  attach: (input: HTMLInputElement | null) => void;
  /** What the field shows: as typed, or in the page's form. */
  text: string;
  change: (text: string) => void;
  /** The field is left, or Enter pressed: from now on it says what is wrong. */
  settle: () => void;
  /** What is wrong, once the field was left. */
  told: string | undefined;
};

/**
 * @param field.value what the parent holds: '' for what is empty or cannot be read
 * @param field.read what a text means; not called with an empty one
 * @param field.show a value in the page's form
 */
export function useTyped(field: {
  value: string;
  onChange: (value: string) => void;
  read: (text: string) => Reading;
  show: (value: string) => string;
}): Typed {
  const { value, onChange, read, show } = field;
  const [input, attach] = useState<HTMLInputElement | null>(null);
  const [typed, setTyped] = useState<{ text: string; value: string; isLeft: boolean } | null>(null);
  // What is typed keeps its form as long as it says the same as the value.
  const current = typed?.value === value ? typed : null;
  const text = current?.text ?? value;
  const refusal = text.trim() === '' ? null : read(text).refusal;
  // Only an input that is invalid to the browser too is found by what looks for the first one (dialogs, forms).
  useEffect(() => input?.setCustomValidity(refusal ?? ''), [input, refusal]);
  return {
    input,
    attach,
    text: current?.text ?? show(value),
    change: (next) => {
      const reading = next.trim() === '' ? { value: '', refusal: null } : read(next);
      setTyped({ text: next, value: reading.value, isLeft: current?.isLeft === true && reading.refusal !== null });
      if (reading.value !== value) onChange(reading.value);
    },
    settle: () => {
      if (current !== null) setTyped(refusal === null || value !== '' ? null : { ...current, isLeft: true });
    },
    told: refusal !== null && (current === null || current.isLeft) ? refusal : undefined,
  };
}

/** Whether a press is the Enter that answers, and not the one that ends a word of an input method; in Safari only its key code tells. */
export function isEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.nativeEvent.isComposing && event.keyCode !== 229;
}

/** The first field of a form with a text that cannot be read, or null: such a form is not sent. */
export function unreadIn(form: HTMLElement): HTMLInputElement | null {
  return [...form.querySelectorAll('input')].find((input) => input.validity.customError) ?? null;
}
