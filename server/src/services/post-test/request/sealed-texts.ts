import { seal, unseal } from '#platform/vault';

/** What the person typed, as typed: it may still be wrong. Sealed, for it names a child. */
export type Entered = {
  candidateNumber: string | null;
  lastName: string | null;
  firstName: string | null;
  isGivenNameAbsent: boolean;
  birthday: string | null;
  uciNumber: string | null;
  secondUciNumber: string | null;
};

export const nothingEntered: Entered = {
  candidateNumber: null,
  lastName: null,
  firstName: null,
  isGivenNameAbsent: false,
  birthday: null,
  uciNumber: null,
  secondUciNumber: null,
};

const placeOf = (row: string) => ({ table: 'post_test', row, column: 'entered' });

export function sealEntered(id: string, entered: Entered): Buffer {
  return seal(JSON.stringify(entered), placeOf(id));
}

/** What was entered into a request; nothing where it was taken away with the draft. */
export function openEntered(row: { id: string; entered_sealed: Buffer | null }): Entered {
  if (row.entered_sealed === null) return nothingEntered;
  const parsed: unknown = JSON.parse(unseal(row.entered_sealed, placeOf(row.id)));
  return { ...nothingEntered, ...(typeof parsed === 'object' && parsed !== null ? parsed : {}) };
}

type SealedText = 'uci' | 'second_uci' | 'form_json' | 'cancel_reason';

/** A sealed text of a request, null where there is none. */
export function openText(row: { id: string }, column: SealedText, sealed: Buffer | null): string | null {
  return sealed === null ? null : unseal(sealed, { table: 'post_test', row: row.id, column });
}

/** Seals a text of a request; an empty one is none. */
export function sealText(id: string, column: SealedText, text: string): Buffer | null {
  return text === '' ? null : seal(text, { table: 'post_test', row: id, column });
}
