import { sensitiveAge, unagreedUntil } from '@exam/contract/rules';
import { sql } from 'kysely';
import { wasAgreedTo } from '#people/consents';
import { ownNumber } from '#people/guardians';
import type { Tx } from '#platform/database';
import { eachByItself, manyAtOnce } from '#platform/each';
import { isElsewhere } from './store.ts';
import { openGuardianContacts } from './unseal.ts';
import type { GuardianRow } from './rows.ts';

/** SQL: when a saved candidate (`candidate`) was last typed in. */
export const lastTyped = sql<string>`greatest(candidate.created_at, candidate.updated_at)`;

const withOtherGuardian = sql<boolean>`candidate.deleted_at is null and candidate.restricted_at is null and candidate.anonymised_at is null
  and exists (select from candidate_guardian guardian where guardian.candidate_id = candidate.id and guardian.is_elsewhere)
  and age_by_year(candidate.birth_year, candidate.birthday_past_in, (app_now() at time zone 'Asia/Shanghai')::date) < ${sensitiveAge}`;
const hasAgreed = sql`said.agreed_at is not null`;
const isUnderWay = sql`thing.is_live and coalesce(thing.begins_at, 'infinity') > app_now()`;

/**
 * SQL: whether a saved candidate (`candidate`) is a child under 14 for whom no guardian has agreed to anything in the account, though one is reached by a
 * number of their own, and nothing is under way (PIPL 31, decision 0077).
 */
export const isUnagreed = sql<boolean>`${withOtherGuardian}
  and not exists (select from guardian_said said
    where said.account_id = candidate.account_id and said.birth_key = candidate.birth_key and ${hasAgreed})
  and not ${wasAgreedTo}
  and not exists (select from sitting_begins thing
    where thing.account_id = candidate.account_id and thing.birth_key = candidate.birth_key and ${isUnderWay})`;

/** When those of an account's saved candidates were typed in of whom `isUnagreed` is true, by their ids. What was said is asked for by its keys: joined to a list it would be read whole. */
export async function unagreedSince(
  tx: Tx,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const { rows: children } = await sql<{ id: string; birthKey: Buffer; typedAt: string }>`
    select candidate.id, candidate.birth_key as "birthKey", ${lastTyped} as "typedAt" from candidate
    where candidate.id = any(${[...ids]}::uuid[]) and candidate.account_id = ${accountId} and ${withOtherGuardian} and not ${wasAgreedTo}`.execute(
    tx,
  );
  if (children.length === 0) return new Map();
  const keys = children.map(({ birthKey }) => birthKey);
  const { rows: kept } = await sql<{ birthKey: Buffer }>`
    select birth_key as "birthKey" from guardian_said said
    where said.account_id = ${accountId} and said.birth_key = any(${keys}::bytea[]) and ${hasAgreed}
    union all
    select birth_key from sitting_begins thing
    where thing.account_id = ${accountId} and thing.birth_key = any(${keys}::bytea[]) and ${isUnderWay}`.execute(tx);
  return new Map(
    children
      .filter(({ birthKey }) => kept.every((each) => !each.birthKey.equals(birthKey)))
      .map(({ id, typedAt }) => [id, typedAt]),
  );
}

/** Until when those of an account's saved candidates stay whose guardian has not agreed, by their ids. */
export async function keptUntil(
  tx: Tx,
  asked: Parameters<typeof unagreedSince>[1],
): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await unagreedSince(tx, asked))].map(([id, typedAt]) => [id, unagreedUntil(typedAt)]));
}

type Unseen = GuardianRow & { accountId: string };

/** Looks whose guardian has the account's own number, of rows that earlier versions wrote. Safe to repeat, and to run in several processes at once. */
export async function noteElsewhere(): Promise<void> {
  await eachByItself([null], () =>
    manyAtOnce<Unseen>({
      atOnce: 500,
      take: async (tx, { most, but }) => {
        const { rows } = await sql<Unseen>`
          select guardian.id, guardian.candidate_id, guardian.name_sealed, guardian.id_type, guardian.id_no_sealed, guardian.mobile_sealed,
            guardian.type, guardian.is_elsewhere, candidate.account_id as "accountId"
          from candidate_guardian guardian join candidate on candidate.id = guardian.candidate_id
          where guardian.is_elsewhere is null and guardian.id <> all(${[...but]}::uuid[])
          order by guardian.id limit ${most} for no key update of guardian skip locked`.execute(tx);
        return rows;
      },
      work: async (tx, rows) => {
        for (const { accountId, ...guardian } of rows) {
          const isOther = isElsewhere(openGuardianContacts(guardian).mobile, await ownNumber(tx, accountId));
          await sql`update candidate_guardian set is_elsewhere = ${isOther} where id = ${guardian.id}`.execute(tx);
        }
      },
    }),
  );
}
