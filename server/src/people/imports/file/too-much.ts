import type { TooMuch } from '@exam/contract/rules';
import { refuse } from '#platform/errors';
import { columnsRead, type TypedSheet } from './typed-cells.ts';

/** @throws Refusal IMPORT_TOO_MUCH, which says what of the file is too much. */
export function refuseTooMuch(tooMuch: TooMuch): never {
  refuse('IMPORT_TOO_MUCH', tooMuch);
}

/** @throws Refusal IMPORT_TOO_MUCH where a sheet has more columns than are read. */
export function checkColumns({ lastColumn }: TypedSheet): void {
  if (lastColumn > columnsRead) refuseTooMuch({ what: 'columns', found: lastColumn, limit: columnsRead });
}
