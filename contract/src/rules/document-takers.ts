import { entryTemplates } from '../staff/body-entries.ts';

/** The awarding bodies, by code, whose entry file has the document number: what the privacy notice says of what goes abroad (3-domain 6.2). */
export const documentTakers: readonly string[] = Object.entries(entryTemplates).flatMap(([code, { columns }]) =>
  columns.some(({ field }) => field === 'idNo') ? [code] : [],
);
