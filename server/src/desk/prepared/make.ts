import type { CandidateInput } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { checkCandidate, chinaDateOf, normaliseMainlandMobile } from '@exam/contract/rules';
import type { PreparedItem } from '@exam/contract/staff';
import { preparedDraft } from '@exam/contract/wizards';
import { sql } from 'kysely';
import { audit } from '#office/audit';
import { sessionsForSale } from '#offer/sessions';
import { productById } from '#offer/catalogue';
import { writeMessage } from '#people/messages';
import { readNow } from '#platform/clock';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { checkOffice, type StaffActor } from '#platform/staff-http';
import { availabilityRefusal } from '#registering/applications';
import { discard, findWaiting, insertPrepared, sessionOf } from './store.ts';

type Given = {
  sessionId: string;
  sessionSubjectIds: readonly string[];
  phone: string;
  language: Language;
  candidate: CandidateInput;
};

/**
 * Keeps what a member of staff typed for a family, and tells the number where to go on. Nothing is registered, no statement is ticked and no seat is
 * held by it: whoever signs in with the number does that.
 * @throws Refusal FIELDS with a code for each wrong field, as the portal's own form; NOT_FOUND for another office's session; SUBJECT_NOT_OFFERED;
 * what a session that cannot be ordered is refused with; RATE_LIMITED by `prepared.staff` and `prepared.number`.
 */
export async function prepare(staff: StaffActor, given: Given): Promise<PreparedItem> {
  const phone = normaliseMainlandMobile(given.phone) ?? refuseFields({ phone: 'PHONE_MAINLAND' });
  await reading(async (tx) => {
    await checkSession(tx, staff, given.sessionId);
    await draftOf(tx, given);
  });
  await takeLimit('prepared.staff', staff.id);
  await takeLimit('prepared.number', phone);
  return await inTransaction(async (tx) => {
    const { sessionId } = given;
    const id = await keepPrepared(tx, staff, { ...given, phone });
    await tell(tx, { ...given, id, phone });
    await audit(tx, { staff, action: 'prepared.make', object: { kind: 'session', id: sessionId } });
    const [made] = await findWaiting(tx, sessionId, id);
    return made ?? refuse('INTERNAL');
  });
}

/** Keeps what was typed for a mainland number of 11 digits. @returns its id. @throws as `prepare`, but for limits and offices. */
export async function keepPrepared(tx: Tx, by: { name: string }, given: Given): Promise<string> {
  const { phone, sessionId } = given;
  return await insertPrepared(tx, { phone, sessionId, draft: await draftOf(tx, given), staffName: by.name });
}

async function draftOf(tx: Tx, { sessionId, sessionSubjectIds, candidate }: Given) {
  const now = await readNow(tx);
  const [session = refuse('NOT_FOUND')] = await sessionsForSale(tx, [sessionId], now);
  const problem = availabilityRefusal(session);
  if (problem !== null) refuse(problem);
  const papers = sessionSubjectIds.map(
    (id) => session.papers.find((paper) => paper.sessionSubjectId === id) ?? refuse('SUBJECT_NOT_OFFERED'),
  );
  const checked = checkCandidate(candidate, { today: chinaDateOf(now) });
  if (!checked.ok)
    refuseFields(Object.fromEntries(Object.entries(checked.fields).map(([path, code]) => [`candidate.${path}`, code])));
  const product = (await productById(tx, session.productId)) ?? refuse('NOT_FOUND');
  return preparedDraft({
    productCode: product.code,
    productId: product.id,
    sessionId,
    papers: papers.map(({ sessionSubjectId, subjectId, setCode }) => ({ sessionSubjectId, subjectId, setCode })),
    candidate,
  });
}

/** Tells the number where to go on; nothing of the candidate is in it. */
async function tell(tx: Tx, { id, phone, sessionId, language }: Given & { id: string }): Promise<void> {
  const isChinese = language === 'zh';
  const { rows } = await sql<{ productName: string; officeName: string }>`
    select ${sql.ref(isChinese ? 'product_name_zh' : 'product_name_en')} as "productName",
      ${sql.ref(isChinese ? 'office_name_zh' : 'office_name_en')} as "officeName"
    from session_place where session_id = ${sessionId}`.execute(tx);
  await writeMessage(tx, {
    kind: 'registrationPrepared',
    values: rows[0] ?? refuse('NOT_FOUND'),
    key: `prepared:${id}`,
    objectId: id,
    accountId: null,
    channel: 'sms',
    recipient: phone,
    language,
  });
}

/** What waits for people in a session of the reader's offices. @throws Refusal NOT_FOUND. */
export async function listPrepared(tx: Tx, staff: StaffActor, sessionId: string): Promise<PreparedItem[]> {
  await checkSession(tx, staff, sessionId);
  return await findWaiting(tx, sessionId);
}

/** Deletes what waits for somebody. @throws Refusal NOT_FOUND once it was taken over, or for another office's. */
export async function discardPrepared(tx: Tx, staff: StaffActor, id: string): Promise<void> {
  const sessionId = (await sessionOf(tx, id)) ?? refuse('NOT_FOUND');
  await checkSession(tx, staff, sessionId);
  await discard(tx, id);
  await audit(tx, { staff, action: 'prepared.discard', object: { kind: 'session', id: sessionId } });
}

async function checkSession(tx: Tx, staff: StaffActor, sessionId: string): Promise<void> {
  const { rows } = await sql<{ officeId: string }>`
    select office_id as "officeId" from session_place where session_id = ${sessionId}`.execute(tx);
  checkOffice(staff, (rows[0] ?? refuse('NOT_FOUND')).officeId);
}
