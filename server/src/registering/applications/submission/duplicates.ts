import { liveApplicationStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';

type Wanted = {
  accountId: string;
  personKeys: readonly Buffer[];
  sessionSubjectIds: readonly string[];
  /** Subjects of which a person may hold one place only, whatever the session (rt1011, R-55). */
  onceSubjectIds?: readonly string[];
  exceptId?: string;
};

export type Duplicate = { personKey: Buffer; code: 'ALREADY_REGISTERED' | 'ALREADY_IN_CART' };

/**
 * Which of these people already have one of these papers: registered or waiting for payment in any account (S-14, C9), or in
 * this account's cart; where a subject may be taken once only, also in another session of it. Carts of others hold nothing and are not told about.
 */
export async function findDuplicates(tx: Tx, wanted: Wanted): Promise<Duplicate[]> {
  const live = sql<boolean>`application.status = any(${[...liveApplicationStates]}::text[])`;
  const rows = await tx
    .selectFrom('application')
    .select(['application.person_key', live.as('is_live')])
    .distinct()
    .where('application.person_key', 'in', [...wanted.personKeys])
    .where(
      // Each by its registration: keys keep no statistics (decision 0053), and a join would read all papers.
      sql<boolean>`exists (select from application_paper paper where paper.application_id = application.id
        and (paper.session_subject_id = any(${[...wanted.sessionSubjectIds]}::uuid[])
          or paper.subject_id = any(${[...(wanted.onceSubjectIds ?? [])]}::uuid[])) offset 0)`,
    )
    .where('application.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        live,
        where.and([
          where('application.account_id', '=', wanted.accountId),
          where('application.status', '=', 'Initiated'),
        ]),
      ]),
    )
    .$if(wanted.exceptId !== undefined, (query) => query.where('application.id', '<>', wanted.exceptId ?? ''))
    .execute();
  return rows
    .map((row): Duplicate => ({
      personKey: row.person_key,
      code: row.is_live ? 'ALREADY_REGISTERED' : 'ALREADY_IN_CART',
    }))
    .toSorted((a, b) => b.code.localeCompare(a.code));
}
