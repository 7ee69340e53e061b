import type { MarkOutcome } from '@exam/contract/entities';

/** How an outcome may be written in a Chinese spreadsheet. */
export const outcomeWordsZh: ReadonlyMap<string, MarkOutcome> = new Map([
  ['下降', 'Lowered'],
  ['维持', 'Confirmed'],
  ['上升', 'Raised'],
]);
