import type { CandidateAgeType } from '@exam/contract/entities';
import {
  adultAge,
  neverAloneAge,
  normaliseMainlandMobile,
  type CheckedCandidate,
  type CheckedGuardian,
} from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { ownNumber } from '#people/guardians';
import { ageClasses, birthColumns, dobOf } from '#platform/birth';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { containing } from '#platform/like';
import { blindIndex, seal } from '#platform/vault';
import { openCandidate, type OpenedCandidate } from './unseal.ts';
import { readToday } from './china-date.ts';
import type { CandidateRow, CandidateRows } from './rows.ts';

/**
 * The keyed hash by which one document is recognised everywhere (S-14, R-26), 32 bytes.
 * @param comparable what `checkIdentity` gives under that name; it carries the kind of its document.
 */
export function personKeyOf(comparable: string): Buffer {
  return blindIndex('person', comparable);
}

/** The `person_key` of a saved candidate as a part of another query; no row when there is none of that id in the account's list. */
export function personKeyOfSaved({
  accountId,
  candidateId,
}: {
  accountId: string;
  candidateId: string;
}): RawBuilder<{ person_key: Buffer }> {
  return sql`
    select person_key from candidate where id = ${candidateId} and account_id = ${accountId} and deleted_at is null`;
}

/** Inserts a candidate and, for a minor, the guardian. A unique violation means the document is in the list already. */
export async function insertCandidate(tx: Tx, accountId: string, person: CheckedCandidate): Promise<string> {
  const [id, today] = [randomId(), await readToday(tx)];
  await tx
    .insertInto('candidate')
    .values({
      id,
      account_id: accountId,
      ...columnsOf({ id, accountId, today }, person),
      created_at: sql<string>`app_now()`,
    })
    .execute();
  await writeGuardian(tx, { accountId, id }, person.guardian);
  return id;
}

/**
 * Inserts many candidates with their guardians, in two statements. Who is in the list already is left as he is.
 * @returns the rows that are new.
 */
export async function insertCandidates(
  tx: Tx,
  accountId: string,
  persons: readonly CheckedCandidate[],
): Promise<CandidateRows[]> {
  const people = persons.map((person) => ({ id: randomId(), person }));
  const today = await readToday(tx);
  const added = await tx
    .insertInto('candidate')
    .values(
      people.map(({ id, person }) => ({
        id,
        account_id: accountId,
        ...columnsOf({ id, accountId, today }, person),
        created_at: sql<string>`app_now()`,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'person_key']).where('deleted_at', 'is', null).doNothing(),
    )
    .returningAll()
    .execute();
  const isNew = new Set(added.map(({ id }) => id));
  const own = await ownNumber(tx, accountId);
  const guardians = people.flatMap(({ id, person: { guardian } }) =>
    guardian && isNew.has(id) ? [guardianColumns(id, guardian, isElsewhere(guardian.mobile, own))] : [],
  );
  if (guardians.length > 0) await tx.insertInto('candidate_guardian').values(guardians).execute();
  return withGuardians(tx, added);
}

/**
 * Writes all that was checked over a candidate that the caller has locked; `updated_at` moves only if something differs.
 * @param stored the candidate as stored now.
 */
export async function updateCandidate(tx: Tx, stored: CandidateRows, person: CheckedCandidate): Promise<void> {
  const { id, account_id: accountId } = stored.candidate;
  const today = await readToday(tx);
  const changed = valuesOf(openCandidate(stored)) === valuesOf(person) ? {} : { updated_at: sql<string>`app_now()` };
  await tx
    .updateTable('candidate')
    .set({ ...columnsOf({ id, accountId, today }, person), ...changed })
    .where('id', '=', id)
    .execute();
  await writeGuardian(tx, { accountId, id }, person.guardian);
}

type Values = Omit<OpenedCandidate, 'id' | 'personKey' | 'guardian'> & { guardian: GuardianValues | null };

/** All that is known of a person, as one text. */
function valuesOf({ guardian, ...person }: Values): string {
  const { idType, idNo, firstName, lastName, nameZh, gender, dob, email, mobile } = person;
  const own = [idType, idNo, firstName, lastName, nameZh, gender, dob, email, mobile];
  const theirs = guardian && [guardian.name, guardian.idType, guardian.idNo, guardian.mobile, guardian.type ?? 'Other'];
  return JSON.stringify([own, theirs]);
}

type Owned = { id: string; accountId: string; today: string };

function columnsOf({ id: row, accountId, today }: Owned, person: CheckedCandidate) {
  const place = (column: string) => ({ table: 'candidate', row, column });
  return {
    id_type: person.idType,
    id_no_sealed: seal(person.idNo, place('id_no')),
    person_key: personKeyOf(person.comparable),
    first_name: person.firstName,
    last_name: person.lastName,
    name_zh_sealed: person.nameZh === null ? null : seal(person.nameZh, place('name_zh')),
    gender_sealed: seal(person.gender, place('gender')),
    ...birthColumns({ table: 'candidate', row, accountId }, { dob: person.dob, today }),
    email_sealed: person.email === null ? null : seal(person.email, place('email')),
    mobile_sealed: person.mobile === null ? null : seal(person.mobile, place('mobile')),
  };
}

/** The guardian as it now is; none for an adult. The row is replaced: its id means nothing outside. */
async function writeGuardian(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  guardian: CheckedGuardian | null,
): Promise<void> {
  await tx.deleteFrom('candidate_guardian').where('candidate_id', '=', id).execute();
  if (!guardian) return;
  const isOther = isElsewhere(guardian.mobile, await ownNumber(tx, accountId));
  await tx
    .insertInto('candidate_guardian')
    .values(guardianColumns(id, guardian, isOther))
    .execute();
}

/** Whether a guardian is reached by a number of the mainland that is not the account's (`own`, 11 digits), and so could be asked. */
export function isElsewhere(mobile: string, own: string | null): boolean {
  const number = normaliseMainlandMobile(mobile);
  return number !== null && number !== own;
}

type GuardianValues = Pick<CheckedGuardian, 'name' | 'idType' | 'idNo' | 'mobile' | 'type'>;

function guardianColumns(candidateId: string, guardian: GuardianValues, isOther: boolean | null) {
  const row = randomId();
  const place = (column: string) => ({ table: 'candidate_guardian', row, column });
  return {
    id: row,
    candidate_id: candidateId,
    name_sealed: seal(guardian.name, place('name')),
    id_type: guardian.idType,
    id_no_sealed: seal(guardian.idNo, place('id_no')),
    mobile_sealed: seal(guardian.mobile, place('mobile')),
    type: guardian.type ?? 'Other',
    is_elsewhere: isOther,
  };
}

/** One saved candidate of this account, or null: another account's answers like one that does not exist (T8). */
export async function findCandidate(
  tx: Tx,
  { accountId, id, lock }: { accountId: string; id: string; lock?: 'changed' | 'kept' },
): Promise<CandidateRows | null> {
  const query = ownedBy(tx, accountId).where('id', '=', id);
  const locking = lock === 'changed' ? query.forNoKeyUpdate() : lock === 'kept' ? query.forShare() : query;
  const candidate = await locking.executeTakeFirst();
  if (!candidate) return null;
  const [rows] = await withGuardians(tx, [candidate]);
  return rows ?? null;
}

/** The saved candidate of this account that holds a document, or null. With `lock` it may then be changed. */
export async function findByPersonKey(
  tx: Tx,
  { accountId, personKey, lock }: { accountId: string; personKey: Buffer; lock?: boolean },
): Promise<CandidateRow | null> {
  const query = ownedBy(tx, accountId).where('person_key', '=', personKey);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? null;
}

/** Which of these documents are in the account's list. @param keys of `personKeyOf`. @returns those, as hexadecimal text. */
export async function savedPersonKeys(tx: Tx, accountId: string, keys: readonly Buffer[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await ownedBy(tx, accountId)
    .clearSelect()
    .select('person_key')
    .where('person_key', '=', sql<Buffer>`any(${[...keys]}::bytea[])`)
    .execute();
  return new Set(rows.map((row) => row.person_key.toString('hex')));
}

/** Takes a saved candidate off the list; applications keep their snapshot. @returns whether there was one. */
export async function hideCandidate(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const hidden = await tx
    .updateTable('candidate')
    .set({ deleted_at: sql<string>`app_now()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return hidden !== undefined;
}

/** Every saved candidate of the account, in the order of a list of names. */
export async function allCandidates(tx: Tx, accountId: string): Promise<CandidateRows[]> {
  const rows = await ownedBy(tx, accountId).orderBy('last_name').orderBy('first_name').orderBy('id').execute();
  return withGuardians(tx, rows);
}

export type Search = {
  accountId: string;
  /** Date in China by which the age type is told. */
  today: string;
  keyword: string | null;
  ageType: CandidateAgeType | null;
  sorts: readonly { column: 'created_at' | 'last_name'; desc: boolean }[];
  offset: number;
  limit: number;
};

/** A page of the list: names that contain the keyword, of one age type; newest first unless sorted. */
export async function searchCandidates(tx: Tx, search: Search): Promise<{ rows: CandidateRows[]; count: number }> {
  const matching = narrowed(tx, search, search.ageType === null ? [] : await reachedThisWeek(tx, search));
  const { count } = await matching
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const sorts = search.sorts.length > 0 ? search.sorts : [{ column: 'created_at' as const, desc: true }];
  const sorted = sorts.reduce((query, { column, desc }) => query.orderBy(column, desc ? 'desc' : 'asc'), matching);
  const page = await sorted.orderBy('id').offset(search.offset).limit(search.limit).execute();
  return { rows: await withGuardians(tx, page), count };
}

/** Those of an account whose birthday brings them to another age class this year and has come, though it is not noted yet (decision 0058). */
async function reachedThisWeek(tx: Tx, { accountId, today }: Search): Promise<string[]> {
  const year = Number(today.slice(0, 4));
  const rows = await ownedBy(tx, accountId)
    .where(
      'birth_year',
      'in',
      ageClasses.map((age) => year - age),
    )
    .where('birthday_past_in', '<', year)
    .execute();
  return rows.filter((row) => dobOf('candidate', row).slice(5) <= today.slice(5)).map(({ id }) => id);
}

/**
 * Whether a candidate is of an age type today: completed years reach an age for whoever was born that day or before (3-domain 1.7).
 * @param reached ids of those whose birthday has come, noted or not.
 */
export function bornWithin(ageType: CandidateAgeType, today: string, reached: readonly string[] = []) {
  const age = sql`age_by_year(birth_year,
    case when candidate.id = any(${[...reached]}::uuid[]) then ${Number(today.slice(0, 4))} else birthday_past_in end, ${today}::date)`;
  if (ageType === 'Adults') return sql<boolean>`${age} >= ${adultAge}`;
  if (ageType === 'U11') return sql<boolean>`${age} <= ${neverAloneAge}`;
  return sql<boolean>`${age} < ${adultAge} and ${age} > ${neverAloneAge}`;
}

function narrowed(tx: Tx, { accountId, keyword, ageType, today }: Search, reached: readonly string[]) {
  let query = ownedBy(tx, accountId);
  if (keyword) {
    const pattern = containing(keyword.toUpperCase());
    query = query.where(sql<boolean>`last_name || ' ' || first_name like ${pattern}`);
  }
  return ageType === null ? query : query.where(bornWithin(ageType, today, reached));
}

function ownedBy(tx: Tx, accountId: string) {
  return tx.selectFrom('candidate').selectAll().where('account_id', '=', accountId).where('deleted_at', 'is', null);
}

/** Saved candidates with the guardians of the children among them. */
export async function withGuardians(tx: Tx, candidates: readonly CandidateRow[]): Promise<CandidateRows[]> {
  if (candidates.length === 0) return [];
  const ids = candidates.map((candidate) => candidate.id);
  const guardians = await tx
    .selectFrom('candidate_guardian')
    .selectAll()
    .where('candidate_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  const byCandidate = new Map(guardians.map((guardian) => [guardian.candidate_id, guardian]));
  return candidates.map((candidate) => ({ candidate, guardian: byCandidate.get(candidate.id) ?? null }));
}

/** The id of a saved candidate that still has its page; null for one that its account has deleted. */
export async function idOnList(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('candidate')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Takes every saved candidate of an account that is being closed off its list; `forgetUnneeded` erases them. */
export async function hideCandidates(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('candidate')
    .set({ deleted_at: sql<string>`app_now()` })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Saved candidates of any account, locked in the order of their ids; fewer than asked for when some are absent. */
export async function lockCandidates(tx: Tx, ids: readonly string[]): Promise<CandidateRows[]> {
  const rows = await tx
    .selectFrom('candidate')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return withGuardians(tx, rows);
}

/** Gives a saved candidate the contacts, the Chinese name and the guardian that it lacks and another has: two entries of one person become one, which corrects it. */
export async function takeOver(tx: Tx, kept: OpenedCandidate, other: OpenedCandidate): Promise<void> {
  const place = (column: string) => ({ table: 'candidate', row: kept.id, column });
  const email = kept.email === null && other.email !== null ? seal(other.email, place('email')) : null;
  const mobile = kept.mobile === null && other.mobile !== null ? seal(other.mobile, place('mobile')) : null;
  const nameZh = kept.nameZh === null && other.nameZh !== null ? seal(other.nameZh, place('name_zh')) : null;
  await tx
    .updateTable('candidate')
    .set({
      ...(email && { email_sealed: email }),
      ...(mobile && { mobile_sealed: mobile }),
      ...(nameZh && { name_zh_sealed: nameZh }),
      updated_at: sql<string>`app_now()`,
    })
    .where('id', '=', kept.id)
    .execute();
  if (kept.guardian === null && other.guardian !== null)
    await tx
      .insertInto('candidate_guardian')
      .values(guardianColumns(kept.id, other.guardian, null))
      .execute();
}
