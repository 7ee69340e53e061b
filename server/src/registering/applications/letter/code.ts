import { randomCode } from '#platform/chance';
import { blindIndex, seal, unseal } from '#platform/vault';

const place = (row: string) => ({ table: 'application', row, column: 'letter_code' });

/** The keyed hash by which a letter is found: `ABCDE-FGHJK-MNPQR-STVWX`. */
export function letterCodeKeyOf(code: string): Buffer {
  return blindIndex('application.letter_code', code);
}

/** What a registration keeps of the code of its letter: one that nobody can guess (T37). */
export function letterCodeColumns(row: string, code = newLetterCode()) {
  return { letter_code_sealed: seal(code, place(row)), letter_code_key: letterCodeKeyOf(code) };
}

function newLetterCode(): string {
  return randomCode(20).replace(/(.{5})(?=.)/g, '$1-');
}

/** The code of a registration's letter; '' of one that names nobody any more. */
export function letterCodeOf({
  id,
  letter_code_sealed: sealed,
}: {
  id: string;
  letter_code_sealed: Buffer | null;
}): string {
  return sealed === null ? '' : unseal(sealed, place(id));
}
