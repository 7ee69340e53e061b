import { ageOn, checkContactMobile, normaliseMainlandMobile, sensitiveAge } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { accountContact } from '#people/accounts';
import { birthKeyOf } from '#platform/birth';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { blindIndex, seal, unseal } from '#platform/vault';
import { isAbout, type Thing } from './things.ts';

/** Which sitting of which child a guardian is named for (decision 0076). */
type Sitting = {
  accountId: string;
  personKey: Buffer;
  /** `birthKeyOf` the account and the child. */
  birthKey: Buffer;
  lastName: string | null;
  /** The whole name, of which only the letters are kept; null where it is not known. */
  letters: string | null;
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

/**
 * Whether the guardian of a child who is born on this day could not be asked though only their yes will do (PIPL 31): no text message goes to a number
 * abroad. The account's own number is its holder's, who declares it.
 */
export async function isOutOfReach(
  tx: Tx,
  { accountId, dob, mobile, today }: { accountId: string; dob: string; mobile: string; today: string },
): Promise<boolean> {
  if (ageOn(dob, today) >= sensitiveAge || normaliseMainlandMobile(mobile) !== null) return false;
  const { phone } = await accountContact(tx, accountId);
  return phone === null || comparable(phone) !== comparable(mobile);
}

/**
 * Whether somebody whom the account has registered as a child under 14, and whose guardian has not agreed, is 14 or older by another birth date under the same
 * document: nobody's yes would be needed any more (decision 0085).
 * @param today China date, as `dob` is
 */
export async function isMadeOlder(
  tx: Tx,
  { accountId, personKey, dob, today }: { accountId: string; personKey: Buffer; dob: string; today: string },
): Promise<boolean> {
  if (ageOn(dob, today) < sensitiveAge) return false;
  const birthKey = birthKeyOf(accountId, dob);
  const { rows } = await sql`
    select from guardian_case known
    join lateral (
      select thing.object_id from sitting_begins thing
      where thing.account_id = known.account_id and thing.person_key = known.person_key and thing.birth_key <> ${birthKey}
        and thing.age_class < ${sensitiveAge} and thing.is_live offset 0) thing on true
    where known.account_id = ${accountId} and known.person_key = ${personKey} and known.birth_key <> ${birthKey} and exists (
      select from guardian_waits wait where wait.object_id = thing.object_id and (wait.must_agree or wait.has_objected) offset 0)
    limit 1`.execute(tx);
  return rows.length > 0;
}

function comparable(mobile: string): string {
  const checked = checkContactMobile(mobile);
  return checked.ok ? checked.e164 : mobile;
}

/** As `openCases`, of one guardian, or of none. */
export async function openCase(tx: Tx, named: Named | null): Promise<Buffer | null> {
  if (named === null) return null;
  return (await openCases(tx, named.accountId, [named]))[0] ?? null;
}

type Reached = Sitting & { number: string; relation: string | null };

/** Rows are locked in the order of their numbers: two who name the same guardians do not wait for each other. */
async function insertCases(tx: Tx, all: readonly Reached[]): Promise<void> {
  const rows = all.map(({ accountId, personKey, birthKey, lastName, letters, sitting, number, relation }) => {
    const id = randomId();
    return {
      id,
      account_id: accountId,
      person_key: personKey,
      birth_key: birthKey,
      last_name: sql<string | null>`upper(${lastName}::text)`,
      name_letters: sql<string | null>`letters_of(${letters})`,
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
        name_letters: sql`coalesce(guardian_case.name_letters, excluded.name_letters)`,
      }),
    )
    .execute();
}

/** Opens the case of a guardian who was asked before, for another sitting. */
export async function insertCase(tx: Tx, reached: Reached): Promise<void> {
  await insertCases(tx, [reached]);
}

/**
 * Sets a case aside that was about another child, who had the same document at the same sitting: what was said stays, and an objection holds, but it is about
 * nothing any more. Only one of them is ever ordered.
 * @returns the guardian, who has to be asked about this child.
 */
export async function setAside(
  tx: Tx,
  { accountId, personKey, birthKey, sitting }: Thing,
  numberKey: Buffer,
): Promise<{ number: string; relation: string | null } | null> {
  const { rows } = await sql<{ id: string; mobile_sealed: Buffer; relation: string | null }>`
    update guardian_case set sitting = sitting || '/' || id
    where account_id = ${accountId} and person_key = ${personKey} and sitting = ${sitting} and mobile_key = ${numberKey}
      and birth_key <> ${birthKey}
    returning id, mobile_sealed, relation`.execute(tx);
  const [row] = rows;
  return row ? { number: numberOf(row), relation: row.relation } : null;
}

/** A child at a sitting; without a birth key, or a name: as it was. */
type Child = Pick<Sitting, 'personKey' | 'sitting' | 'lastName' | 'letters'> & { birthKey: Buffer | null };
type Carrying = { accountId: string; from: Child; to: Child };

/**
 * What staff change does not undo what a guardian said: a child who is moved to another session, or whose document, birth date or surname is corrected,
 * takes the answers along: those about that sitting and, of a corrected document or date, all others. A guardian who has been asked about the other
 * sitting already keeps what they said there; so does one about a registration that still has the old date. What another registration of the child is
 * known by, under another document, stays known as well.
 */
export async function carryCases(tx: Tx, { accountId, from, to }: Carrying): Promise<void> {
  const isSame = from.personKey.equals(to.personKey);
  await knowAlso(tx, { accountId, from, to });
  if (isSame && from.sitting === to.sitting) {
    await sql`
      update guardian_case known set birth_key = coalesce(${to.birthKey}::bytea, birth_key), last_name = coalesce(upper(${to.lastName}::text), last_name),
        name_letters = coalesce(letters_of(${to.letters}), name_letters)
      where account_id = ${accountId} and person_key = ${from.personKey} and sitting not like '%/' || id
        and (sitting = ${from.sitting} or not exists (select from sitting_begins thing where ${isAbout('known')} offset 0))`.execute(
      tx,
    );
    return;
  }
  const { rows } = await sql<KnownCase>`
    select id, coalesce(carried_from, id) as root, case when sitting = ${from.sitting} then ${to.sitting} else sitting end as sitting,
      ${to.personKey}::bytea as person_key, coalesce(${to.birthKey}::bytea, birth_key) as birth_key,
      coalesce(upper(${to.lastName}::text), last_name) as last_name, coalesce(letters_of(${to.letters}), name_letters) as name_letters,
      mobile_key, mobile_sealed, relation
    from guardian_case where account_id = ${accountId} and person_key = ${from.personKey} and (sitting = ${from.sitting} or ${!isSame})
    order by mobile_key, guardian_case.sitting`.execute(tx);
  // One that was opened for the new sitting and of which nobody knows yet takes the answers too.
  const unless = sql`on conflict (account_id, person_key, sitting, mobile_key) do update set carried_from = excluded.carried_from
    where known.id <> excluded.carried_from and known.carried_from is null
      and not exists (select from guardian_answer answer where answer.case_id = known.id)`;
  for (const known of rows) await carry(tx, { accountId, id: randomId(), known, unless });
}

/** A case as it is known from now on, with the number of the one it is carried from (`id`); `root` has the answers. */
type KnownCase = {
  id: string;
  root: string;
  sitting: string;
  person_key: Buffer;
  birth_key: Buffer;
  last_name: string | null;
  name_letters: string | null;
  mobile_key: Buffer;
  mobile_sealed: Buffer;
  relation: string | null;
};

type Carried = { accountId: string; id: string; known: KnownCase; unless: RawBuilder<unknown> };

/** @param unless the end of the statement: where the case is known already */
async function carry(tx: Tx, { accountId, id, known, unless }: Carried): Promise<void> {
  const { root, person_key, birth_key, last_name, name_letters, sitting, mobile_key, relation } = known;
  await sql`
    insert into guardian_case as known (id, account_id, person_key, birth_key, last_name, name_letters, sitting, mobile_key, mobile_sealed, relation, carried_from, made_at)
    select ${id}, ${accountId}, ${person_key}::bytea, ${birth_key}::bytea, ${last_name}, ${name_letters}, ${sitting}, ${mobile_key}::bytea,
      ${seal(numberOf(known), place(id))}::bytea, ${relation}, ${root}::uuid, app_now() ${unless}`.execute(tx);
}

const isSameChild = (from: Child, to: Child) =>
  from.personKey.equals(to.personKey) &&
  to.birthKey !== null &&
  from.birthKey?.equals(to.birthKey) === true &&
  from.lastName === to.lastName &&
  from.letters === to.letters;

/**
 * A child who is registered under two documents is known by name and birth date. Where staff correct one of the registrations, what was said under the other
 * document is valid for it still, and what was said under its own for the other: each is noted once more, as of the child by the other name and date, about no sitting.
 */
async function knowAlso(tx: Tx, { accountId, from, to }: Carrying): Promise<void> {
  if (from.birthKey === null || to.birthKey === null || isSameChild(from, to)) return;
  const isSameDocument = from.personKey.equals(to.personKey);
  const is = (
    name: string,
  ) => sql`is_same_child(${from.personKey}::bytea, ${from.birthKey}::bytea, upper(${from.lastName}::text), letters_of(${from.letters}),
    ${sql.ref(`${name}.person_key`)}, ${sql.ref(`${name}.birth_key`)}, ${sql.ref(`${name}.last_name`)}, ${sql.ref(`${name}.name_letters`)})`;
  const { rows } = await sql<KnownCase>`
    select known.id, coalesce(known.carried_from, known.id) as root, known.sitting, known.mobile_key, known.mobile_sealed, known.relation,
      case when known.person_key = ${from.personKey} then known.person_key else ${to.personKey} end as person_key,
      case when known.person_key = ${from.personKey} then known.birth_key else ${to.birthKey} end as birth_key,
      case when known.person_key = ${from.personKey} then known.last_name else upper(${to.lastName}::text) end as last_name,
      case when known.person_key = ${from.personKey} then known.name_letters else letters_of(${to.letters}) end as name_letters
    from guardian_case known
    where known.account_id = ${accountId} and ${is('known')} and (known.person_key <> ${from.personKey} or ${isSameDocument} and exists (
      select from sitting_begins thing where thing.account_id = ${accountId} and thing.person_key <> ${from.personKey} and ${is('thing')} offset 0))
    order by known.mobile_key, known.sitting, known.id`.execute(tx);
  for (const known of rows) {
    const id = randomId();
    const unless = sql`where not exists (
      select from guardian_case same where same.carried_from = ${known.root} and same.person_key = ${known.person_key} and same.birth_key = ${known.birth_key}
        and same.last_name is not distinct from ${known.last_name} and same.name_letters is not distinct from ${known.name_letters})`;
    await carry(tx, { accountId, id, known: { ...known, sitting: `${known.sitting}/${id}` }, unless });
  }
}

/**
 * Forgets cases that are about nothing any more: those that nobody was asked about once no registration has that guardian, the others once nothing
 * of the child is left in the account; one with an objection not before the request that was made of it. The night's run ends with it.
 * @param isAlone whether nothing else is under way, as in a restore: then also those that were just opened
 */
export async function forgetCases(tx: Tx, { isAlone = false } = {}): Promise<void> {
  await sql`
    delete from guardian_case known
    where (made_at < app_now() - interval '1 day' or ${isAlone}) and not exists (
      select from sitting_begins thing
      where thing.account_id = known.account_id
        and is_same_child(thing.person_key, thing.birth_key, thing.last_name, thing.name_letters, known.person_key, known.birth_key, known.last_name, known.name_letters)
        and (thing.sitting = known.sitting and thing.guardian_key = known.mobile_key
          or exists (select from guardian_answer answer where answer.case_id = coalesce(known.carried_from, known.id)))
      offset 0)
      and not exists (
        select from guardian_answer answer join rights_request request on request.id = answer.request_id and request.anonymised_at is null
        where answer.case_id = coalesce(known.carried_from, known.id) and answer.kind = 'objected')
      and not exists (select from guardian_case carried where carried.carried_from = known.id)`.execute(tx);
}
