import { sql } from 'kysely';
import { writeMessage } from '#people/messages';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { send } from './ask.ts';
import { numberOf } from './cases.ts';
import { type Case, lockCase } from './links.ts';
import { caseOf, type Thing, thingOf, thingsOf } from './things.ts';

type Said =
  | 'agreed'
  | 'takenBack'
  | 'objected'
  | 'objectionRefused'
  | 'objectionUpheld'
  | 'notGuardian'
  | 'reinstated'
  | 'leavingAgreed'
  | 'leavingTakenBack'
  | 'wished';
type Answer = { caseId: string; kind: Said; at: string; requestId?: string; consentId?: string };

/** Writes down what was said of a case, whose row the caller has locked (`openLink`). `at`: business time. */
export async function noteAnswer(tx: Tx, { caseId, kind, at, requestId, consentId }: Answer): Promise<void> {
  await tx
    .insertInto('guardian_answer')
    .values({ id: randomId(), case_id: caseId, kind, at, request_id: requestId ?? null, consent_id: consentId ?? null })
    .execute();
}

/**
 * What a guardian agreed to, which this evidence is of, is taken back (PIPL 15). Whoever took an agreement back is not taken to agree by silence: nothing
 * goes on until they agree again.
 * @param consentIds all evidence of the same answer.
 * @returns what it was about.
 */
export async function takeAnswerBack(tx: Tx, consentIds: readonly string[]): Promise<string[]> {
  const known = await lockCase(
    tx,
    sql<boolean>`id in (select case_id from guardian_answer where consent_id = any(${[...consentIds]}::uuid[]))`,
  );
  if (known === null) return [];
  const { rows } = await sql<{ kind: string }>`
    select kind from guardian_answer where case_id = ${known.id} and consent_id = any(${[...consentIds]}::uuid[])`.execute(
    tx,
  );
  const at = await readNow(tx);
  for (const kind of new Set(rows.map((each) => each.kind)))
    await noteAnswer(tx, { caseId: known.id, kind: kind === 'agreed' ? 'takenBack' : 'leavingTakenBack', at });
  return (await thingsOf(tx, known.id)).map(({ objectId }) => objectId);
}

/** Another guardian is named for a registration, by the number that the one before had: what was agreed to about leaving alone counts no more. */
export async function forgetLeaving(tx: Tx, objectId: string): Promise<void> {
  const thing = await thingOf(tx, objectId);
  if (!thing?.guardianKey) return;
  const known = await lockCase(tx, caseOf(thing, thing.guardianKey));
  if (known?.leavingAt) await noteAnswer(tx, { caseId: known.id, kind: 'leavingTakenBack', at: await readNow(tx) });
}

/**
 * Staff have decided about an objection. Refused, it ends; the need to agree does not (PIPL 31): whoever objected is told and asked again by a link, and
 * waited for from now. Upheld, it stays, and they are told of that.
 */
export async function objectionDecided(
  tx: Tx,
  { requestId, isRefused }: { requestId: string; isRefused: boolean },
): Promise<void> {
  const known = await lockCase(
    tx,
    sql<boolean>`id in (select case_id from guardian_answer where request_id = ${requestId} and kind = 'objected')`,
  );
  if (known === null) return;
  const now = await readNow(tx);
  await noteAnswer(tx, {
    caseId: known.id,
    kind: isRefused ? 'objectionRefused' : 'objectionUpheld',
    at: now,
    requestId,
  });
  const [thing] = (await thingsOf(tx, known.id)).filter(({ isRestricted }) => !isRestricted);
  if (!thing) return;
  if (isRefused)
    await send(tx, {
      known: { ...known, agreedAt: null },
      // An account may have named another guardian meanwhile.
      kind: thing.guardianKey?.equals(known.numberKey) === true ? 'asked' : 'told',
      message: 'objectionRefused',
      thing,
      caller: null,
      now,
    });
  else
    await writeMessage(tx, {
      kind: 'objectionUpheld',
      values: { productName: thing.examZh },
      key: `objection:${requestId}`,
      objectId: known.id,
      accountId: null,
      channel: 'sms',
      recipient: numberOf(known),
      language: 'zh',
    });
}

/** The requests that the guardian of a case made by their links, for this child in this account: ids. */
export async function wishesOf(
  tx: Tx,
  { accountId, birthKey, numberKey }: Pick<Case, 'accountId' | 'birthKey' | 'numberKey'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select answer.request_id as id from guardian_case same
    join guardian_answer answer on answer.case_id = same.id and answer.kind = 'wished' and answer.request_id is not null
    where same.account_id = ${accountId} and same.birth_key = ${birthKey} and same.mobile_key = ${numberKey}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Whether what a guardian asked for by their link is still about this saved candidate: the account may have made another child of the record. */
export async function isWishAbout(
  tx: Tx,
  { requestId, candidateId }: { requestId: string; candidateId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from guardian_answer answer
    join guardian_case known on known.id = answer.case_id or known.carried_from = answer.case_id
    join candidate on candidate.id = ${candidateId} and candidate.account_id = known.account_id
    where answer.request_id = ${requestId} and answer.kind = 'wished'
      and is_same_child(candidate.person_key, candidate.birth_key, upper(candidate.last_name), letters_of(candidate.last_name || candidate.first_name),
        known.person_key, known.birth_key, known.last_name, known.name_letters)
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Tells a guardian that staff have answered what they asked for by their link, where they read it. */
export async function tellOfAnswer(tx: Tx, { id: requestId, code }: { id: string; code: string }): Promise<void> {
  const known = await lockCase(
    tx,
    sql<boolean>`id = (select case_id from guardian_answer where request_id = ${requestId} and kind = 'wished')`,
  );
  if (known === null) return;
  await writeMessage(tx, {
    kind: 'guardianAnswered',
    values: { requestCode: code },
    key: `guardianAnswered:${requestId}`,
    objectId: known.id,
    accountId: null,
    channel: 'sms',
    recipient: numberOf(known),
    language: 'zh',
  });
}

/**
 * Notes an objection again that a restored backup does not know, once.
 * @returns what it is about.
 */
export async function objectedAgain(
  tx: Tx,
  { linkId, requestId, at }: { linkId: string; requestId: string; at: string },
): Promise<Thing[]> {
  const known = await lockCase(tx, sql<boolean>`id = (select case_id from guardian_answer where id = ${linkId})`);
  if (known === null) return [];
  const { rows } = await sql`select from guardian_answer where request_id = ${requestId} and kind = 'objected'`.execute(
    tx,
  );
  if (rows.length === 0) await noteAnswer(tx, { caseId: known.id, kind: 'objected', at, requestId });
  return await thingsOf(tx, known.id);
}

/** Notes again, once, that staff refused an objection; nothing if it is not one, or not known yet. */
export async function refusedAgain(tx: Tx, { requestId, at }: { requestId: string; at: string }): Promise<void> {
  await sql`
    insert into guardian_answer (id, case_id, kind, at, request_id)
    select ${randomId()}, case_id, 'objectionRefused', ${at}::timestamptz, request_id from guardian_answer answer
    where request_id = ${requestId} and kind = 'objected'
      and not exists (select from guardian_answer known where known.request_id = ${requestId} and known.kind = 'objectionRefused')
    limit 1`.execute(tx);
}
