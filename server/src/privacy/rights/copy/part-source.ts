import type { Language } from '@exam/contract/messages';
import type { CopyField } from '@exam/contract/rules';
import type { RawBuilder } from 'kysely';

/** Whose copy it is, and in which language names are written; `only` narrows it to what is one candidate's own. */
export type Owner = { accountId: string; language: Language; only?: Deceased };

/** The candidate, where there is one, and the ids of the requests after an exam for it. */
type Deceased = { candidateId: string | null; requestIds: readonly string[] };

/** Where a part of the copy is read. Its rows are those of one table, called `t`. */
export type PartSource = {
  table: string;
  /** Further tables, joined. */
  joined?: RawBuilder<unknown>;
  of: (owner: Owner) => RawBuilder<unknown>;
  /** Fields that are not columns of the table of the same name. */
  made?: (owner: Owner) => Partial<Record<CopyField, RawBuilder<unknown>>>;
  /** What names the row that sealed columns are sealed for; default its id. */
  row?: RawBuilder<unknown>;
  /** How many rows are copied, by the first field the newest first; default all. */
  newest?: number;
  /** Columns that are not copied: secrets, what belongs to staff, and what only machines use. Ids and hashes never are. */
  without?: readonly string[];
};
