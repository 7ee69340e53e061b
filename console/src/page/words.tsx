import { useMessages } from '@exam/ui/i18n';
import { Typed } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { pageWords } from '../messages/page.ts';

/** The word of a code; a dash for a code that has none: a code itself is no word of the reader's. */
export function wordOf(words: Readonly<Record<string, string>>, code: string): string {
  return new Map(Object.entries(words)).get(code) ?? '–';
}

/** Why something ended: in our words where the system ended it, otherwise as a person typed it. Nothing where there is no reason. */
export function ReasonText({ reason }: { reason: string | null }) {
  const words = useMessages(pageWords);
  if (reason === null || reason === '') return null;
  const ours = new Map(Object.entries(words.systemReasons)).get(reason);
  return ours === undefined ? <Typed>{reason}</Typed> : <>{ours}</>;
}

/** What a person typed, set apart as theirs; nothing where there is nothing. */
export function typed(text: string | null | undefined): ReactNode {
  return text === null || text === undefined || text === '' ? null : <Typed>{text}</Typed>;
}

/** `Reason: ...`, for a line below what happened. */
export function Because({ reason }: { reason: string }) {
  const words = useMessages(pageWords);
  return (
    <>
      {words.because}
      <ReasonText reason={reason} />
    </>
  );
}
