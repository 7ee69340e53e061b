import { normaliseMainlandMobile } from '@exam/contract/rules';
import { sql } from 'kysely';
import { accountContact } from '#people/accounts';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { blindIndex, seal, unseal } from '#platform/vault';

/** Which sitting of which child a guardian is named for (decision 0076). */
type Sitting = {
  accountId: string;
  personKey: Buffer;
  /** `birthKeyOf` the account and the child. */
  birthKey: Buffer;
  /** A session or a booking by its id; a request after an exam by its id and its subject (`postTestSitting`). */
  sitting: string;
};

/** A guardian as somebody typed them in. */
export type Named = Sitting & { mobile: string; relation: string | null };

/** The sitting of a request after an exam: another one whenever it is for another service, paper or person. */
export const postTestSitting = (id: string, subjectVersion: number) => `${id}/${subjectVersion}`;

/** A guardian's number, 11 digits, as it is compared: within one account only, so that two accounts do not tell that they share a guardian. */
export function numberKeyOf(accountId: string, mobile: string): Buffer {
  return blindIndex('guardian_case.number', `${accountId}|${mobile}`);
}

const place = (row: string) => ({ table: 'guardian_case', row, column: 'mobile' });

/** The number of a case, 11 digits. */
export function numberOf({ id, mobile_sealed: sealed }: { id: string; mobile_sealed: Buffer }): string {
  return unseal(sealed, place(id));
}

/**
 * Opens the cases of guardians who are named, where there is none yet. Nobody is asked by that (`askGuardians`).
 * @returns what each registration keeps of its guardian's number, in this order; null where nobody is asked: the number is the account's own, whose
 * holder declares what a guardian would be asked, or none of the mainland, so that no message would arrive.
 */
export async function openCases(tx: Tx, accountId: string, all: readonly (Named | null)[]): Promise<(Buffer | null)[]> {
  if (all.every((named) => named === null)) return all.map(() => null);
  const own = await ownNumber(tx, accountId);
  const numbers = all.map((named) => {
    const number = named && normaliseMainlandMobile(named.mobile);
    return number === own ? null : number;
  });
  const reached = all.flatMap((named, at) => {
    const number = numbers[at];
    return named && typeof number === 'string' ? [{ ...named, number }] : [];
  });
  await insertCases(tx, reached);
  return numbers.map((number) => (number === null ? null : numberKeyOf(accountId, number)));
}

/** The account's own number, 11 digits; null for one that has none of the mainland. */
export async function ownNumber(tx: Tx, accountId: string): Promise<string | null> {
  const { phone } = await accountContact(tx, accountId);
  return phone === null ? null : normaliseMainlandMobile(phone);
}

/** The same of one guardian, or of none. */
export async function openCase(tx: Tx, named: Named | null): Promise<Buffer | null> {
  if (named === null) return null;
  return (await openCases(tx, named.accountId, [named]))[0] ?? null;
}

type Reached = Sitting & { number: string; relation: string | null };

/** Rows are locked in the order of their numbers: two who name the same guardians do not wait for each other. */
async function insertCases(tx: Tx, all: readonly Reached[]): Promise<void> {
  const rows = all.map(({ accountId, personKey, birthKey, sitting, number, relation }) => {
    const id = randomId();
    return {
      id,
      account_id: accountId,
      person_key: personKey,
      birth_key: birthKey,
      sitting,
      mobile_key: numberKeyOf(accountId, number),
      mobile_sealed: seal(number, place(id)),
      relation,
      made_at: sql<string>`app_now()`,
    };
  });
  const unique = new Map(
    rows.map((row) => [[row.person_key.toString('hex'), row.sitting, row.mobile_key.toString('hex')].join(), row]),
  );
  const sorted = [...unique].toSorted(([a], [b]) => a.localeCompare(b)).map(([, row]) => row);
  if (sorted.length === 0) return;
  await tx
    .insertInto('guardian_case')
    .values(sorted)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'person_key', 'sitting', 'mobile_key']).doUpdateSet({
        relation: (set) => set.ref('excluded.relation'),
      }),
    )
    .execute();
}

/** Opens the case of a guardian who was asked before, for another sitting. */
export async function insertCase(tx: Tx, reached: Reached): Promise<void> {
  await insertCases(tx, [reached]);
}

/** The case in which the answers of this one are: itself, unless it is carried from another. */
export async function carriedFrom(tx: Tx, id: string): Promise<string> {
  const known = await tx.selectFrom('guardian_case').select('carried_from').where('id', '=', id).executeTakeFirst();
  return known?.carried_from ?? id;
}

type Carrying = {
  accountId: string;
  from: Pick<Sitting, 'personKey' | 'sitting'>;
  /** Without a birth key: as it was. */
  to: Pick<Sitting, 'personKey' | 'sitting'> & { birthKey: Buffer | null };
};

/**
 * What staff change does not undo what a guardian said: a child who is moved to another session, or whose document or birth date is corrected, takes
 * the answers along. A guardian who has been asked about the other sitting already keeps what they said there.
 */
export async function carryCases(tx: Tx, { accountId, from, to }: Carrying): Promise<void> {
  if (from.personKey.equals(to.personKey) && from.sitting === to.sitting) {
    await sql`
      update guardian_case set birth_key = coalesce(${to.birthKey}, birth_key)
      where account_id = ${accountId} and person_key = ${from.personKey} and sitting = ${from.sitting}`.execute(tx);
    return;
  }
  const { rows } = await sql<{
    id: string;
    root: string;
    birth_key: Buffer;
    mobile_key: Buffer;
    mobile_sealed: Buffer;
    relation: string | null;
  }>`
    select id, coalesce(carried_from, id) as root, birth_key, mobile_key, mobile_sealed, relation from guardian_case
    where account_id = ${accountId} and person_key = ${from.personKey} and sitting = ${from.sitting} order by mobile_key`.execute(
    tx,
  );
  for (const { id: old, root, birth_key, mobile_key, mobile_sealed, relation } of rows) {
    const id = randomId();
    const sealed = seal(numberOf({ id: old, mobile_sealed }), place(id));
    // One that was opened for the new sitting and of which nobody knows yet takes the answers too.
    await sql`
      insert into guardian_case as known (id, account_id, person_key, birth_key, sitting, mobile_key, mobile_sealed, relation, carried_from, made_at)
      values (${id}, ${accountId}, ${to.personKey}, ${to.birthKey ?? birth_key}, ${to.sitting}, ${mobile_key}, ${sealed}, ${relation}, ${root}, app_now())
      on conflict (account_id, person_key, sitting, mobile_key) do update set carried_from = excluded.carried_from
        where known.id <> excluded.carried_from and known.carried_from is null
          and not exists (select from guardian_answer answer where answer.case_id = known.id)`.execute(tx);
  }
}

/**
 * Forgets cases that are about nothing any more: those that nobody was asked about once no registration has that guardian, the others once nothing
 * of the child is left in the account. The night's run ends with it.
 */
export async function forgetCases(tx: Tx): Promise<void> {
  await sql`
    delete from guardian_case known
    where made_at < app_now() - interval '1 day' and not exists (
      select from sitting_begins thing
      where thing.account_id = known.account_id and (thing.birth_key = known.birth_key or thing.person_key = known.person_key)
        and (thing.sitting = known.sitting and thing.guardian_key = known.mobile_key
          or exists (select from guardian_answer answer where answer.case_id = coalesce(known.carried_from, known.id)))
      offset 0)
      and not exists (select from guardian_case carried where carried.carried_from = known.id)`.execute(tx);
}
