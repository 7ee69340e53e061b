import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';

/** A registration, booking or request as its guardian sees it; nobody is named. `examDate` is a China date. */
export type Thing = {
  objectId: string;
  of: 'application_id' | 'booking_id' | 'post_test_id';
  accountId: string;
  candidateId: string | null;
  code: string;
  personKey: Buffer;
  birthKey: Buffer | null;
  /** As it is registered, in capitals. */
  lastName: string | null;
  /** The letters of the whole name in the order of the alphabet. */
  letters: string | null;
  sitting: string;
  guardianKey: Buffer | null;
  /** The highest of 0, 11, 14 and 18 that was reached on the day of submission. */
  ageClass: number | null;
  productId: string;
  examEn: string;
  examZh: string;
  examDate: string | null;
  /** Where it is, as far as one registers for a place. */
  cityEn: string | null;
  cityZh: string | null;
  /** Null of a request after an exam. */
  beginsAt: string | null;
  /** Whether it is chosen that a minor leaves alone. */
  leavesAlone: boolean;
  /** Ordered, asked for or confirmed: it does not only lie in a cart. */
  isPlaced: boolean;
  /** Neither lapsed nor withdrawn. */
  isLive: boolean;
  /** Out of use (PIPL 47): no link of it opens. */
  isRestricted: boolean;
};

const columns = sql`thing.object_id as "objectId", thing.of, thing.account_id as "accountId", thing.candidate_id as "candidateId", thing.code,
  thing.person_key as "personKey", thing.birth_key as "birthKey", thing.last_name as "lastName", thing.name_letters as letters, thing.sitting, thing.guardian_key as "guardianKey", thing.age_class as "ageClass",
  thing.product_id as "productId", thing.exam_en as "examEn", thing.exam_zh as "examZh", thing.exam_date::text as "examDate",
  thing.city_en as "cityEn", thing.city_zh as "cityZh", thing.begins_at as "beginsAt", thing.leaves_alone as "leavesAlone",
  thing.is_placed as "isPlaced", thing.is_live as "isLive", thing.is_restricted as "isRestricted"`;

/** SQL about `guardian_case`: the case of this guardian for a sitting of this child. A yes for one child serves no other who has got the same document. */
export const caseOf = ({ accountId, personKey, birthKey, sitting }: Thing, numberKey: Buffer | null) =>
  sql<boolean>`account_id = ${accountId} and person_key = ${personKey} and birth_key = coalesce(${birthKey}::bytea, birth_key)
    and sitting = ${sitting} and mobile_key = ${numberKey}`;

/** SQL: whether a case (`known`, or another name) is about the same thing of the same child as `thing`. */
export const isAbout = (name: string) => {
  const [known, thing] = [sql.ref(name), sql.ref('thing')];
  return sql<boolean>`${thing}.account_id = ${known}.account_id and ${thing}.person_key = ${known}.person_key
    and ${thing}.sitting = ${known}.sitting and coalesce(${thing}.birth_key, ${known}.birth_key) = ${known}.birth_key`;
};

/** What has this id; null for what is forgotten. */
export async function thingOf(tx: Tx, objectId: string): Promise<Thing | null> {
  const { rows } =
    await sql<Thing>`select ${columns} from sitting_begins thing where thing.object_id = ${objectId}`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Everything that a case is about, what begins last first: registrations for its sitting, made again or not, and what was moved by staff.
 * @param caseId a case that is not carried from another.
 */
export async function thingsOf(tx: Tx, caseId: string): Promise<Thing[]> {
  const { rows } = await sql<{ objectId: string }>`
    select found.object_id as "objectId" from guardian_case known
    join lateral (
      select thing.object_id, thing.begins_at, thing.is_placed, thing.made_at from sitting_begins thing
      where ${isAbout('known')} offset 0) found on true
    where known.id = ${caseId} or known.carried_from = ${caseId}
    order by found.begins_at desc nulls last, found.is_placed desc, found.made_at desc, found.object_id`.execute(tx);
  const things: Thing[] = [];
  for (const { objectId } of rows) things.push((await thingOf(tx, objectId)) ?? refuse('NOT_FOUND'));
  return things;
}

/** What has this id, and then everything else that is placed for the same child in its account. */
export async function thingsOfChild(tx: Tx, objectId: string): Promise<Thing[]> {
  const own = await thingOf(tx, objectId);
  if (own === null) return [];
  const { rows } = await sql<{ id: string }>`
    select found.object_id as id from sitting_begins found
    where found.account_id = ${own.accountId} and found.is_placed and found.object_id <> ${objectId}
      and is_same_child(${own.personKey}, ${own.birthKey}, ${own.lastName}, ${own.letters}, found.person_key, found.birth_key, found.last_name, found.name_letters)
    order by found.object_id`.execute(tx);
  const things = [own];
  for (const { id } of rows) things.push((await thingOf(tx, id)) ?? refuse('NOT_FOUND'));
  return things;
}
