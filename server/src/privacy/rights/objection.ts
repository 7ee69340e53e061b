import type { Reply } from '@exam/contract/client';
import type { Recipient } from '@exam/contract/entities';
import { consentText, type Language } from '@exam/contract/messages';
import {
  type answerStatements,
  consentVersion,
  isConsentEndable,
  isCurrentTick,
  maskPhone,
} from '@exam/contract/rules';
import { sql } from 'kysely';
import { accountContact } from '#people/accounts';
import { bodyOfProduct, recipientFor, recipientIn } from '#offer/catalogue';
import { keepEvidence } from '#people/consents';
import {
  guardianOf,
  guardianTokenHash,
  noteAgreement,
  noteObjection,
  type Registered,
  registeredAs,
} from '#people/guardians';
import { notify } from '#people/notices';
import { clonesOf, letterIsOld, lockWithClones } from '#registering/applications';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { networkOf } from '#platform/limits/caller';
import { theSystem } from '#platform/transition';
import { blindIndex } from '#platform/vault';
import { openRequest } from './store.ts';

type Open = {
  id: string;
  objectId: string;
  until: string;
  mustAgree: boolean;
  waitsUntil: string | null;
  agreedAt: string | null;
  leavingAt: string | null;
};

/** The notice behind a link, locked until the transaction ends but to be shown. @throws Refusal NOT_FOUND when it is unknown, used, over, or of a guardian who is none any more: one answer for all. */
async function openNotice(
  tx: Tx,
  token: string,
  locking = sql`for no key update`,
): Promise<Open & { thing: Registered }> {
  const { rows } = await sql<Open>`
    select id, coalesce(application_id, booking_id, post_test_id) as "objectId", expires_at as until, must_agree as "mustAgree",
      waits_until as "waitsUntil", agreed_at as "agreedAt", leaving_agreed_at as "leavingAt"
    from guardian_notice
    where token_hash = ${guardianTokenHash(token)} and objected_at is null and replaced_at is null and expires_at > app_now()
    ${locking}`.execute(tx);
  const notice = rows[0] ?? refuse('NOT_FOUND');
  const thing = (await registeredAs(tx, notice.objectId)) ?? refuse('NOT_FOUND');
  return { ...notice, thing };
}

/** What a guardian reads before deciding; nobody is named. @throws Refusal NOT_FOUND */
export async function showNotice(
  tx: Tx,
  { token, language }: { token: string; language: Language },
): Promise<Reply<'guardian.notice'>> {
  const { thing, until, mustAgree, waitsUntil, agreedAt, leavingAt } = await openNotice(tx, token, sql``);
  const { phone } = await accountContact(tx, thing.accountId);
  return {
    subject: subjectOf(thing),
    examName: language === 'zh' ? thing.examZh : thing.examEn,
    examDate: thing.examDate,
    cityName: language === 'zh' ? thing.cityZh : thing.cityEn,
    accountEnding: phone === null ? '' : maskPhone(phone).slice(-4),
    until,
    mustAgree,
    waitsUntil: mustAgree ? null : waitsUntil,
    ...(await shownIn(tx, language, thing)),
    agreedAt,
    leaving: thing.leavesAlone
      ? {
          statement: consentText(language, 'guardianLeaving', { recipient: null }),
          agreedAt: leavingAt,
        }
      : null,
  };
}

/** A mark of the exam, its day and city and the child: who agrees to one has not agreed to another (decision 0052). */
function subjectOf({ productId, examDate, cityEn, person }: Registered): string {
  return blindIndex('guardian_notice.subject', `${productId} ${examDate} ${cityEn} ${person}`)
    .toString('base64url')
    .slice(0, 22);
}

/** The words of agreeing, and of whom they speak; none while they could not say to whom the data goes. Objecting is possible all the same. */
async function shownIn(tx: Tx, language: Language, { productId }: Registered) {
  const body = await bodyOfProduct(tx, productId);
  const recipient = body && recipientIn(language, body);
  const isKnown = body === null || recipient !== null;
  return {
    statement: isKnown ? consentText(language, 'guardianAgreed', { recipient }) : null,
    recipientVersion: recipient?.version ?? null,
  };
}

type Agreeing = {
  token: string;
  /** What was read. */
  subject: string;
  version: string;
  recipientVersion?: number | null | undefined;
  isLeavingAgreed?: boolean | undefined;
  language: Language;
  ip: string;
  device: string;
};

/**
 * A guardian agrees: the words they read are kept like those ticked in the account, and what waited goes on. They may object later all the
 * same. A second time is the same. Whether the child leaves alone they agree to apart from that, at once or later; the letter then says so.
 * @throws Refusal NOT_FOUND; RECIPIENT_NOT_KNOWN; CONSENT_OUTDATED when other words were read; NOTICE_OUTDATED when they were about another exam, day or child.
 */
export async function agree(tx: Tx, agreeing: Agreeing): Promise<Reply<'guardian.agree'>> {
  const { language, version, recipientVersion } = agreeing;
  if (agreeing.isLeavingAgreed === true) await lockRegistrations(tx, agreeing.token);
  const { id, objectId, thing, agreedAt, ...notice } = await openNotice(tx, agreeing.token);
  const leavingAt = thing.leavesAlone ? notice.leavingAt : null;
  const statements = statementsOf(agreeing, { thing, agreedAt, leavingAt });
  const now = await readNow(tx);
  if (statements.length > 0) {
    if (agreeing.subject !== subjectOf(thing)) refuse('NOTICE_OUTDATED');
    const recipient = await recipientFor(tx, thing.productId, language);
    const ticked = { statementId: 'guardianAgreed', version, recipientVersion: recipientVersion ?? undefined };
    if (!isCurrentTick(ticked, { version: consentVersion, recipient })) refuse('CONSENT_OUTDATED');
    await keepAgreement(tx, { agreeing, thing, objectId, recipient, statements, now });
  }
  const isLeavingNew = statements.includes('guardianLeaving');
  await noteAgreement(tx, { id, agreedAt: now, leavingAt: isLeavingNew ? now : notice.leavingAt });
  if (isLeavingNew) await letterIsOld(tx, objectId);
  return { agreedAt: agreedAt ?? now, leavingAgreedAt: isLeavingNew ? now : leavingAt };
}

/** The registration, and those its notice may be moving between, before the notice, as whoever changes how a child leaves has them: its letter will have to change. */
async function lockRegistrations(tx: Tx, token: string): Promise<void> {
  const { rows } = await sql<{ objectId: string | null }>`
    select coalesce(application_id, booking_id) as "objectId" from guardian_notice where token_hash = ${guardianTokenHash(token)}`.execute(
    tx,
  );
  await lockWithClones(
    tx,
    rows.flatMap(({ objectId }) => objectId ?? []),
  );
}

type Answer = (typeof answerStatements)[number];
type Standing = { thing: Registered; agreedAt: string | null; leavingAt: string | null };

/** What a guardian agrees to that they have not agreed to yet. */
function statementsOf({ isLeavingAgreed }: Agreeing, { thing, agreedAt, leavingAt }: Standing): Answer[] {
  const isLeavingNew = thing.leavesAlone && leavingAt === null && isLeavingAgreed === true;
  return [
    ...(agreedAt === null ? (['guardianAgreed'] as const) : []),
    ...(isLeavingNew ? (['guardianLeaving'] as const) : []),
  ];
}

type Agreement = {
  agreeing: Agreeing;
  thing: Registered;
  objectId: string;
  recipient: Recipient | null;
  statements: readonly Answer[];
  now: string;
};

async function keepAgreement(
  tx: Tx,
  { agreeing, thing, objectId, recipient, statements, now }: Agreement,
): Promise<void> {
  const relation = (await guardianOf(tx, objectId))?.relation ?? null;
  await keepEvidence(
    tx,
    statements.map((statement) => ({
      id: randomId(),
      account_id: thing.accountId,
      candidate_id: thing.candidateId,
      [thing.of]: objectId,
      statement_id: statement,
      version: agreeing.version,
      language: agreeing.language,
      text: consentText(agreeing.language, statement, { recipient }),
      guardian_relation: relation,
      network: networkOf(agreeing.ip),
      device: agreeing.device,
      given_at: now,
    })),
  );
}

/**
 * A guardian objects (PIPL 31): what was consented to for this registration and its clones ends at once, so that nothing is passed on, ordered or
 * cloned again; the privacy office decides the rest, and the account is told. The registration and its money stay as they are until then.
 * @throws Refusal NOT_FOUND; also the second time.
 */
export async function object(tx: Tx, token: string): Promise<Reply<'guardian.object'>> {
  const { id, objectId, thing } = await openNotice(tx, token);
  const { accountId, code } = thing;
  const concerned = [objectId, ...((await clonesOf(tx, [objectId])).get(objectId) ?? [])];
  const { rows: consents } = await sql<{ id: string; statementId: string; candidateId: string | null }>`
    select id, statement_id as "statementId", candidate_id as "candidateId" from consent
    where coalesce(application_id, booking_id, post_test_id) = any(${concerned}::uuid[])`.execute(tx);
  const candidateId = thing.candidateId ?? consents[0]?.candidateId ?? null;
  const request = await openRequest(tx, { accountId, candidateId, kind: 'Objection', wish: code, actor: theSystem });
  const ended = consents.filter(({ statementId }) => isConsentEndable(statementId)).map((each) => each.id);
  await sql`insert into consent_withdrawal (consent_id, request_id, withdrawn_at)
    select ended, ${request.id}, app_now() from unnest(${ended}::uuid[]) ended on conflict do nothing`.execute(tx);
  await noteObjection(tx, { id, requestId: request.id, at: await readNow(tx) });
  await notify(tx, { kind: 'guardianObjected', values: { code }, accountId, objectId: request.id });
  return { code: request.code, dueAt: request.due_at };
}
