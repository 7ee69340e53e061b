import { normaliseMainlandMobile } from '@exam/contract/rules';
import { sql } from 'kysely';
import { recipientOf } from '#people/messages';
import type { Tx } from '#platform/database';
import { insertCase, numberKeyOf } from './cases.ts';
import { lockCase } from './links.ts';
import { caseOf, type Thing, thingOf } from './things.ts';

/** A row of `guardian_notice`, in which earlier versions kept what a guardian was asked and said. */
export type OldNotice = {
  id: string;
  objectId: string;
  messageId: string;
  tokenHash: Buffer;
  madeAt: string;
  mustAgree: boolean;
  /** Another number is named for it now. */
  isReplaced: boolean;
};

/** Notices that have no case yet, the oldest first; what is forgotten, or was tried already, is left out. */
export async function oldNotices(
  tx: Tx,
  { most, but }: { most: number; but: readonly string[] },
): Promise<OldNotice[]> {
  const { rows } = await sql<OldNotice>`
    select notice.id, thing.object_id as "objectId", notice.message_id as "messageId", notice.token_hash as "tokenHash", notice.made_at as "madeAt",
      notice.must_agree as "mustAgree", notice.replaced_at is not null as "isReplaced"
    from guardian_notice notice
    join lateral (
      select thing.object_id, thing.birth_key from sitting_begins thing
      where thing.object_id = coalesce(notice.application_id, notice.booking_id, notice.post_test_id) offset 0) thing on true
    where thing.birth_key is not null and notice.id <> all(${[...but]}::uuid[])
      and not exists (select from guardian_answer answer where answer.id = notice.id)
    order by notice.made_at, notice.id limit ${most}`.execute(tx);
  return rows;
}

/**
 * Takes a notice over: its case, the link that was sent, which goes on opening, and what the guardian said by it.
 * @returns what it is about, and what that keeps of the number; null where the number cannot be read.
 */
export async function takeOver(tx: Tx, notice: OldNotice): Promise<{ thing: Thing; guardianKey: Buffer } | null> {
  const thing = await thingOf(tx, notice.objectId);
  const number = normaliseMainlandMobile((await recipientOf(tx, notice.messageId)) ?? '');
  if (thing === null || thing.birthKey === null || number === null) return null;
  const { accountId, personKey, birthKey, lastName, letters, sitting } = thing;
  const numberKey = numberKeyOf(accountId, number);
  await insertCase(tx, { accountId, personKey, birthKey, lastName, letters, sitting, number, relation: null });
  const known = await lockCase(tx, caseOf(thing, numberKey));
  if (known === null) return null;
  await sql`
    insert into guardian_answer (id, case_id, kind, at, message_id, token_hash)
    values (${notice.id}, ${known.id}, 'asked', ${notice.madeAt}::timestamptz, ${notice.messageId}, ${notice.tokenHash})`.execute(
    tx,
  );
  await takeAnswersOver(tx, known.id, notice);
  return { thing, guardianKey: numberKey };
}

/** Agreements by their evidence, those that were taken back too; an objection by its request, and that staff refused it. */
async function takeAnswersOver(tx: Tx, caseId: string, { id }: OldNotice): Promise<void> {
  await sql`
    with notice as (
      select coalesce(application_id, booking_id, post_test_id) as object_id, agreed_at, leaving_agreed_at, objected_at, request_id
      from guardian_notice where id = ${id}
    ), evidence as (
      select consent.id, consent.statement_id = 'guardianAgreed' as is_agreement, consent.given_at, gone.withdrawn_at,
        consent.given_at in (notice.agreed_at, notice.leaving_agreed_at) as holds
      from notice join consent on coalesce(consent.application_id, consent.booking_id, consent.post_test_id) = notice.object_id
      left join consent_ended gone on gone.consent_id = consent.id
      where consent.statement_id in ('guardianAgreed', 'guardianLeaving')
    ), said as (
      select case when is_agreement then 'agreed' else 'leavingAgreed' end as kind, given_at as at, null::uuid as request_id, id as consent_id
      from evidence where holds or withdrawn_at is not null
      union all
      select case when is_agreement then 'takenBack' else 'leavingTakenBack' end, withdrawn_at, null, id from evidence where withdrawn_at is not null
      union all
      select 'objected', objected_at, request_id, null from notice where objected_at is not null
      union all
      select 'objectionRefused', request.answered_at, request.id, null from notice join rights_request request on request.id = notice.request_id
      where request.status = 'Refused')
    insert into guardian_answer (id, case_id, kind, at, request_id, consent_id)
    select gen_random_uuid(), ${caseId}, said.kind, said.at, said.request_id, said.consent_id from said
    where not exists (select from guardian_answer known where known.case_id = ${caseId} and known.kind = said.kind and known.at = said.at)`.execute(
    tx,
  );
}
