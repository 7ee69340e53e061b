import { sql } from 'kysely';
import { isHeld, peopleOf, type Sweep } from '#office/holds';

/** Unfinished wizards: ninety days after the last word (S-18). They are found by account and kind; the account stands for both. */
export const retention: Sweep[] = [
  {
    class: 'draft',
    due: ({ border }) => sql`
      select wizard_draft.account_id as id, to_char(max(wizard_draft.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started,
        ${isHeld({ class: 'draft', personKey: peopleOf(sql.ref('wizard_draft.account_id')) })} as is_held
      from wizard_draft
      group by wizard_draft.account_id
      having max(wizard_draft.updated_at) <= ${border}::timestamptz`,
    forget: async (tx, ids) => {
      await sql`delete from wizard_draft where account_id = any(${[...ids]}::uuid[])`.execute(tx);
    },
  },
];
