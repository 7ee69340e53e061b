import type { Reply } from '@exam/contract/client';
import type { Language } from '@exam/contract/messages';
import { isConsentEndable, maskPhone } from '@exam/contract/rules';
import { sql } from 'kysely';
import { accountContact } from '#accounts';
import { guardianTokenHash, registeredAs, type Registered } from '#consents';
import { notify } from '#notices';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { theSystem } from '#platform/transition';
import { openRequest } from './store.ts';

type Open = { id: string; objectId: string; until: string };

/** The notice behind a link, locked until the transaction ends. @throws Refusal NOT_FOUND when it is unknown, used or over: one answer for all. */
async function openNotice(tx: Tx, token: string): Promise<Open & { thing: Registered }> {
  const { rows } = await sql<Open>`
    select id, coalesce(application_id, booking_id, post_test_id) as "objectId", expires_at as until from guardian_notice
    where token_hash = ${guardianTokenHash(token)} and objected_at is null and expires_at > app_now() for update`.execute(
    tx,
  );
  const notice = rows[0] ?? refuse('NOT_FOUND');
  const thing = (await registeredAs(tx, notice.objectId)) ?? refuse('NOT_FOUND');
  return { ...notice, thing };
}

/** What a guardian reads before deciding; nobody is named. @throws Refusal NOT_FOUND */
export async function showNotice(
  tx: Tx,
  { token, language }: { token: string; language: Language },
): Promise<Reply<'guardian.notice'>> {
  const { thing, until } = await openNotice(tx, token);
  const { phone } = await accountContact(tx, thing.accountId);
  return {
    examName: language === 'zh' ? thing.examZh : thing.examEn,
    examDate: thing.examDate,
    accountEnding: phone === null ? '' : maskPhone(phone).slice(-4),
    until,
  };
}

/**
 * A guardian objects (PIPL 31): what was consented to for this registration, and for those cloned from it, ends at once, so that nothing is
 * passed on; the privacy office decides the rest, and the account is told. The registration and its money stay as they are until then.
 * @throws Refusal NOT_FOUND; also the second time.
 */
export async function object(tx: Tx, token: string): Promise<Reply<'guardian.object'>> {
  const { id, objectId, thing } = await openNotice(tx, token);
  const { accountId, code } = thing;
  const concerned = sql`(with recursive line as (
    select ${objectId}::uuid as id union select application.id from application join line on application.cloned_from = line.id)
    select id from line)`;
  const { rows: consents } = await sql<{ id: string; statementId: string; candidateId: string | null }>`
    select id, statement_id as "statementId", candidate_id as "candidateId" from consent
    where coalesce(application_id, booking_id, post_test_id) in ${concerned}`.execute(tx);
  const candidateId = consents[0]?.candidateId ?? null;
  const request = await openRequest(tx, { accountId, candidateId, kind: 'Objection', wish: code, actor: theSystem });
  const ended = consents.filter(({ statementId }) => isConsentEndable(statementId)).map((each) => each.id);
  await sql`insert into consent_withdrawal (consent_id, request_id, withdrawn_at)
    select ended, ${request.id}, app_now() from unnest(${ended}::uuid[]) ended on conflict do nothing`.execute(tx);
  await sql`update guardian_notice set objected_at = app_now(), request_id = ${request.id} where id = ${id}`.execute(
    tx,
  );
  await notify(tx, { kind: 'guardianObjected', values: { code }, accountId, objectId: request.id });
  return { code: request.code, dueAt: request.due_at };
}
