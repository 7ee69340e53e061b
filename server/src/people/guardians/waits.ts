import type { GuardianEvent, GuardianWait } from '@exam/contract/entities';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database';
import { isUpheld, isWrongNumber } from './objections.ts';
import { isAbout } from './things.ts';

/** SQL: whether the registration of this id waits for a guardian. Each is looked up by its key: never all of them. */
export const isWaitedFor = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from guardian_waits wait where wait.object_id = ${id} offset 0)`;

/** SQL: whether a registration (`application`) waits for the agreement of a guardian, which only they can give. */
export const isAgreementMissing = sql<boolean>`exists (
  select from guardian_waits wait where wait.object_id = application.id and wait.must_agree and not wait.has_objected offset 0)`;

/**
 * Which of these registrations, bookings and requests after an exam wait for a guardian, and until when (PIPL 31): no letter and no entry until the
 * guardian of a child under 14 has agreed, or the time of anybody else's to object has ended without an objection.
 */
export async function guardianWaits(tx: Tx, objectIds: readonly string[]): Promise<Map<string, GuardianWait>> {
  if (objectIds.length === 0) return new Map();
  const { rows } = await sql<GuardianWait & { id: string }>`
    select wait.object_id as id, wait.until, wait.has_objected as "hasObjected", wait.must_agree and ${isLinkOver} as "isLinkOver",
      ${isUpheld} as "isUpheld", ${isWrongNumber} as "isWrongNumber", coalesce(wait.former_until = wait.until, false) as "isFormer"
    from guardian_waits wait where wait.object_id = any(${[...objectIds]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, ...wait }) => [id, wait]));
}

/** SQL: whether the guardian of a `wait` cannot agree by the link they were sent last: it is over, or its message did not arrive. */
const isLinkOver = sql<boolean>`coalesce((
  select coalesce(thing.begins_at, link.at + interval '30 days') <= app_now() or message.state = 'Failed'
  from sitting_begins thing
  join guardian_case known on ${isAbout('known')} and known.mobile_key = thing.guardian_key
  join guardian_answer link on link.case_id = coalesce(known.carried_from, known.id) and link.token_hash is not null
  left join message on message.id = link.message_id
  where thing.object_id = wait.object_id order by link.at desc, link.id desc limit 1), false)`;

/**
 * Those of these registrations whose minor is set to leave alone although the guardian named now has not consented to that (R-27,
 * 3-domain 6.1): the guardian is reached at another number than the account's and has not agreed to it by the link, somebody has objected, or the consent
 * was withdrawn; where it is the account's number, its holder has not ticked that the child leaves alone. A note of staff that they consented counts like it. Where it is in doubt the guardian comes.
 */
export async function leavingDoubted(tx: Tx, applicationIds: readonly string[]): Promise<Set<string>> {
  if (applicationIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select thing.object_id as id from sitting_begins thing
    join application on application.id = thing.object_id
    left join lateral (
      select max(said.leaving_at) as leaving_at from guardian_said said
      where ${isAbout('said')} and said.mobile_key = thing.guardian_key) guardian on true
    left join lateral (
      select (array_agg(gone.consent_id is null order by consent.given_at desc))[1] as is_ticked
      from consent left join consent_ended gone on gone.consent_id = consent.id
      where (consent.application_id = application.id or consent.booking_id = application.booking_id)
        and consent.statement_id = 'guardianship') holder on true
    where thing.object_id = any(${[...applicationIds]}::uuid[]) and thing.leaves_alone and (
      exists (select from guardian_waits wait where wait.object_id = thing.object_id and wait.has_objected)
      or thing.leaving_noted_at is null
        and case when thing.guardian_key is not null then guardian.leaving_at is null
          else thing.leaving_ticked_at is null or holder.is_ticked is not true end)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** What the timeline of a registration, booking or request tells of its guardian's answers: the name of the event by the kind of answer. */
const told = {
  asked: 'guardianAsked',
  agreed: 'guardianAgreed',
  takenBack: 'guardianTookBack',
  objected: 'guardianObjected',
  objectionRefused: 'guardianObjectionRefused',
} as const satisfies Record<string, GuardianEvent>;

/** What its guardians were asked and answered about one of these things so far, oldest first; `at`: instant. */
export async function guardianEvents(
  tx: Tx,
  objectId: string,
): Promise<{ event: GuardianEvent; at: string; reason: null }[]> {
  const { rows } = await sql<{ kind: keyof typeof told; at: string }>`
    select distinct answer.kind, answer.at from sitting_begins thing
    join guardian_case known on ${isAbout('known')}
    join guardian_answer answer on answer.case_id = coalesce(known.carried_from, known.id)
    where thing.object_id = ${objectId} and answer.kind = any(${Object.keys(told)}) and answer.at <= app_now()
    order by answer.at, answer.kind desc`.execute(tx);
  return rows.map(({ kind, at }) => ({ event: told[kind], at, reason: null }));
}

/** SQL: when somebody last objected about the child of a registration (`application`), or staff refused that; null for never. */
export const objectionMovedAt = sql<string | null>`(
  select max(answer.at) from guardian_case known
  join guardian_answer answer on answer.case_id = coalesce(known.carried_from, known.id)
  where known.account_id = application.account_id and is_same_child(application.person_key, application.birth_key, upper(application.last_name),
      letters_of(application.last_name || application.first_name), known.person_key, known.birth_key, known.last_name, known.name_letters)
    and answer.kind in ('objected', 'objectionRefused'))`;

/** SQL: the registrations, bookings and requests (`id`) whose guardian was asked this many days ago and has to agree still. */
export const unansweredFor = (days: number) => sql`
  select thing.object_id as id from guardian_answer asked
  join guardian_case known on known.id = asked.case_id or known.carried_from = asked.case_id
  join lateral (
    select thing.object_id from sitting_begins thing where ${isAbout('known')} and thing.guardian_key = known.mobile_key offset 0) thing on true
  where asked.kind = 'asked' and asked.at <= (select app_now()) - make_interval(days => ${days})
    and exists (select from guardian_waits wait where wait.object_id = thing.object_id and wait.must_agree and not wait.has_objected offset 0)`;

/** SQL: objections since an instant, each by the first link that the guardian was sent: its id, when, and the request that was made of it. */
export const objectionsSince = (from: RawBuilder<unknown>) => sql`
  select (select link.id from guardian_answer link
      where link.case_id = answer.case_id and link.token_hash is not null order by link.at, link.id limit 1) as id, at, request_id
  from guardian_answer answer where kind = 'objected' and request_id is not null and at >= ${from}`;
