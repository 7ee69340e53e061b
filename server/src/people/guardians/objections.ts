import type { RecordKind } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { numberKeyOf, ownNumber } from './cases.ts';

/** What an objection is about: of several exams of a booking the one that begins first. `begins` is an instant, `examDate` a China date. */
export type ObjectionSubject = {
  recordKind: RecordKind;
  recordId: string;
  code: string;
  examDate: string | null;
  begins: string | null;
};

const recordKind = sql<RecordKind>`case thing.of when 'application_id' then 'application' when 'booking_id' then 'booking' else 'postTest' end`;
const thingsOfRequest = sql`
  select thing.of, thing.object_id, thing.code, thing.exam_date, thing.begins_at, thing.is_live from guardian_answer answer
  join guardian_case known on known.id = answer.case_id or known.carried_from = answer.case_id
  join sitting_begins thing on thing.account_id = known.account_id and thing.person_key = known.person_key and thing.sitting = known.sitting
  where answer.request_id = asked.id and answer.kind = 'objected' and thing.is_placed and not thing.is_restricted`;

/** What the objections behind these requests are about, by request; none for what is forgotten. */
export async function objectionSubjects(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, ObjectionSubject>> {
  if (requestIds.length === 0) return new Map();
  const { rows } = await sql<ObjectionSubject & { id: string }>`
    select asked.id, found."recordKind", found."recordId", found.code, found."examDate", found.begins from unnest(${[...requestIds]}::uuid[]) asked (id)
    cross join lateral (
      select ${recordKind} as "recordKind", thing.object_id as "recordId", thing.code, thing.exam_date::text as "examDate", thing.begins_at as begins
      from (${thingsOfRequest} offset 0) thing order by thing.is_live desc, thing.begins_at nulls last, thing.object_id limit 1) found`.execute(
    tx,
  );
  return new Map(rows.map(({ id, ...subject }) => [id, subject]));
}

/** A registration, booking or request after an exam that does not go on: its guardian's objection was upheld. */
export type Upheld = ObjectionSubject & { officeId: string | null; upheldAt: string };

/** What is still under way although an objection to it was upheld, and does not begin sooner than now. */
export async function upheldObjections(tx: Tx): Promise<Upheld[]> {
  const { rows } = await sql<Upheld>`
    select distinct on (thing.object_id) ${recordKind} as "recordKind", thing.object_id as "recordId", thing.code, thing.exam_date::text as "examDate",
      thing.begins_at as begins, (select office_id from object_office own where own.id = thing.object_id limit 1) as "officeId", upheld.at as "upheldAt"
    from guardian_answer upheld
    join guardian_said said on said.id = upheld.case_id and said.is_objected
    join guardian_case known on known.id = upheld.case_id or known.carried_from = upheld.case_id
    join sitting_begins thing on thing.account_id = known.account_id and thing.person_key = known.person_key and thing.sitting = known.sitting
    where upheld.kind = 'objectionUpheld' and thing.is_live and thing.is_placed and not thing.is_restricted
      and coalesce(thing.begins_at, 'infinity') > app_now()
    order by thing.object_id, upheld.at`.execute(tx);
  return rows;
}

/** The objections of a case that staff have refused: the ids of their requests. */
export async function refusedObjections(tx: Tx, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select request_id as id from guardian_answer where case_id = ${caseId} and kind = 'objectionRefused' and request_id is not null`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The objection of a case: the request that was made of it, when, and whether staff have upheld it. */
export async function objectionIn(
  tx: Tx,
  caseId: string,
): Promise<{ requestId: string; objectedAt: string; isUpheld: boolean } | null> {
  const { rows } = await sql<{ requestId: string; objectedAt: string; isUpheld: boolean }>`
    select objected.request_id as "requestId", objected.at as "objectedAt", exists (select from guardian_answer upheld
      where upheld.case_id = objected.case_id and upheld.kind = 'objectionUpheld' and upheld.at >= objected.at) as "isUpheld"
    from guardian_answer objected where objected.case_id = ${caseId} and objected.kind = 'objected' and objected.request_id is not null
    order by objected.at desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** SQL: whether an objection to what waits (`wait`) itself was upheld, so that it does not go on. */
export const isUpheld = sql<boolean>`wait.has_objected and exists (
  select from sitting_begins thing
  join guardian_said said on said.account_id = thing.account_id and said.person_key = thing.person_key and said.sitting = thing.sitting and said.is_objected
  join guardian_case known on known.id = said.id
  join guardian_answer upheld on upheld.case_id = coalesce(known.carried_from, known.id) and upheld.kind = 'objectionUpheld'
  where thing.object_id = wait.object_id offset 0)`;

/** SQL: whether the number that is named for what waits (`wait`) is known not to be the guardian's. */
export const isWrongNumber = sql<boolean>`exists (
  select from sitting_begins thing
  join guardian_said said on said.account_id = thing.account_id and said.mobile_key = thing.guardian_key and said.is_ended
    and is_same_child(thing.person_key, thing.birth_key, thing.last_name, thing.name_letters, said.person_key, said.birth_key, said.last_name, said.name_letters)
  where thing.object_id = wait.object_id offset 0)`;

/**
 * Which of these consents are a guardian's own, who is not the account's holder: answers by a link to a number other than the account's. Only that guardian
 * takes them back; of a case that is forgotten nobody knows whose number it was.
 */
export async function answersOfOthers(tx: Tx, accountId: string, consentIds: readonly string[]): Promise<Set<string>> {
  if (consentIds.length === 0) return new Set();
  const own = await ownNumber(tx, accountId);
  const ownKey = own === null ? null : numberKeyOf(accountId, own);
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${[...consentIds]}::uuid[]) given (id)
    where not exists (select from guardian_answer answer join guardian_case known on known.id = answer.case_id
      where answer.consent_id = given.id and known.mobile_key = ${ownKey})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
