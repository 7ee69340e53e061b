import type { Reply } from '@exam/contract/client';
import type { Recipient } from '@exam/contract/entities';
import { consentText, type Language } from '@exam/contract/messages';
import {
  type answerStatements,
  consentVersion,
  earliest,
  isConsentEndable,
  isCurrentTick,
  maskName,
  maskPhone,
} from '@exam/contract/rules';
import { sql } from 'kysely';
import { accountContact } from '#people/accounts';
import { bodyOfProduct, recipientFor, recipientIn } from '#offer/catalogue';
import { keepEvidence } from '#people/consents';
import {
  guardianWaits,
  mustAgree,
  noteAnswer,
  objectionIn,
  openLink,
  type OpenLink,
  refusedObjections,
  type Thing,
  thingsBehind,
} from '#people/guardians';
import { notify } from '#people/notices';
import { letterIsOld, lockWithClones, pickupOfApplication } from '#registering/applications';
import { pickupOfBooking } from '#services/bookings';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { networkOf } from '#platform/limits/caller';
import { theSystem } from '#platform/transition';
import { blindIndex } from '#platform/vault';
import { openRequest } from './store.ts';

/** Whether it is chosen for one of them that the child leaves alone. */
const isLeavingChosen = ({ things }: OpenLink) => things.some(({ leavesAlone }) => leavesAlone);

/** What a guardian reads before deciding; nobody is named. @throws Refusal NOT_FOUND */
export async function showNotice(
  tx: Tx,
  { token, language }: { token: string; language: Language },
): Promise<Reply<'guardian.notice'>> {
  const link = await openLink(tx, token, { isRead: true, isToRead: true });
  const { thing, case: known, until } = link;
  const { phone } = await accountContact(tx, thing.accountId);
  const isLastWord = link.kind !== 'told' && mustAgree(known, thing);
  const wait = isLastWord ? undefined : (await guardianWaits(tx, [thing.objectId])).get(thing.objectId);
  return {
    subject: await subjectOf(tx, link),
    examName: language === 'zh' ? thing.examZh : thing.examEn,
    examDate: thing.examDate,
    cityName: language === 'zh' ? thing.cityZh : thing.cityEn,
    accountEnding: phone === null ? '' : maskPhone(phone).slice(-4),
    until,
    mustAgree: isLastWord,
    isReplaced: link.kind === 'told',
    waitsUntil: wait?.until ?? null,
    ...(await shownIn(tx, language, thing)),
    agreedAt: known.agreedAt,
    pickups: await pickupsOf(tx, link),
    objection: known.isObjected ? await objectionOf(tx, known.id) : null,
    leaving:
      link.kind !== 'told' && isLeavingChosen(link)
        ? {
            statement: consentText(language, 'guardianLeaving', { recipient: null }),
            agreedAt: known.leavingAt,
          }
        : null,
  };
}

/** What has become of the objection of a case. */
async function objectionOf(tx: Tx, caseId: string): Promise<Reply<'guardian.notice'>['objection']> {
  const objection = await objectionIn(tx, caseId);
  if (objection === null) return null;
  const { requestId, ...said } = objection;
  const request = await tx
    .selectFrom('rights_request')
    .select(['code', 'due_at as dueAt'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  return request ? { ...said, ...request } : null;
}

/**
 * Who may collect the child beside the guardian, as far as a stranger with the message may know. Each exam of a booking may have another; before it
 * is arranged, whoever was named with the request.
 */
async function pickupsOf(tx: Tx, { thing, things }: OpenLink): Promise<Reply<'guardian.notice'>['pickups']> {
  const entries = things.filter(({ of, isPlaced }) => of === 'application_id' && isPlaced);
  const exams = thing.of === 'booking_id' ? entries : entries.filter(({ objectId }) => objectId === thing.objectId);
  const people = [];
  for (const { objectId } of exams) people.push(await pickupOfApplication(tx, objectId));
  if (thing.of === 'booking_id' && exams.length === 0) people.push(await pickupOfBooking(tx, thing.objectId));
  const shown = people.flatMap((person) =>
    person ? [{ name: maskName(person.name), mobileEnding: person.mobile.slice(-4) }] : [],
  );
  return [...new Map(shown.map((each) => [`${each.name} ${each.mobileEnding}`, each])).values()];
}

/** A mark of the exam, its day and city, the child and who collects it: who agrees to one has not agreed to another (decision 0076). */
async function subjectOf(tx: Tx, link: OpenLink): Promise<string> {
  const { productId, examDate, cityEn, personKey, sitting } = link.thing;
  const pickup = (await pickupsOf(tx, link)).flatMap((person) => Object.values(person));
  const what = [productId, examDate, cityEn, personKey.toString('hex'), examDate === null ? sitting : '', ...pickup];
  return blindIndex('guardian_notice.subject', what.join(' ')).toString('base64url').slice(0, 22);
}

/** The words of agreeing, and of whom they speak; none while they could not say to whom the data goes. Objecting is possible all the same. */
async function shownIn(tx: Tx, language: Language, { productId }: Thing) {
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
  const { token, language, version, recipientVersion } = agreeing;
  if (agreeing.isLeavingAgreed === true) await lockRegistrations(tx, token);
  const link = await openLink(tx, token);
  const { case: known, thing, things } = link;
  const statements = statementsOf(agreeing, link);
  const now = await readNow(tx);
  if (statements.length > 0) {
    if (agreeing.subject !== (await subjectOf(tx, link))) refuse('NOTICE_OUTDATED');
    const recipient = await recipientFor(tx, thing.productId, language);
    const ticked = { statementId: 'guardianAgreed', version, recipientVersion: recipientVersion ?? undefined };
    if (!isCurrentTick(ticked, { version: consentVersion, recipient })) refuse('CONSENT_OUTDATED');
    await keepAgreement(tx, { agreeing, link, recipient, statements, now });
  }
  const isLeavingNew = statements.includes('guardianLeaving');
  if (isLeavingNew) for (const { objectId } of things) await letterIsOld(tx, objectId);
  return {
    agreedAt: known.agreedAt ?? now,
    leavingAgreedAt: isLeavingNew ? now : isLeavingChosen(link) ? known.leavingAt : null,
  };
}

/** The registrations before their case, as whoever changes how a child leaves has them: their letters will have to change. */
async function lockRegistrations(tx: Tx, token: string): Promise<void> {
  const things = await thingsBehind(tx, token);
  await lockWithClones(
    tx,
    things.map(({ objectId }) => objectId),
  );
}

type Answer = (typeof answerStatements)[number];

/** What a guardian agrees to that they have not agreed to yet. */
function statementsOf({ isLeavingAgreed }: Agreeing, link: OpenLink): Answer[] {
  const { agreedAt, leavingAt } = link.case;
  const isLeavingNew = isLeavingChosen(link) && leavingAt === null && isLeavingAgreed === true;
  return [
    ...(agreedAt === null ? (['guardianAgreed'] as const) : []),
    ...(isLeavingNew ? (['guardianLeaving'] as const) : []),
  ];
}

type Agreement = {
  agreeing: Agreeing;
  link: OpenLink;
  recipient: Recipient | null;
  statements: readonly Answer[];
  now: string;
};

async function keepAgreement(tx: Tx, { agreeing, link, recipient, statements, now }: Agreement): Promise<void> {
  const { case: known, thing } = link;
  for (const statement of statements) {
    const id = randomId();
    const text = consentText(agreeing.language, statement, { recipient });
    await keepEvidence(tx, [
      {
        id,
        account_id: thing.accountId,
        candidate_id: thing.candidateId,
        [thing.of]: thing.objectId,
        statement_id: statement,
        version: agreeing.version,
        language: agreeing.language,
        text,
        guardian_relation: known.relation,
        network: networkOf(agreeing.ip),
        device: agreeing.device,
        given_at: now,
      },
    ]);
    const kind = statement === 'guardianAgreed' ? 'agreed' : 'leavingAgreed';
    await noteAnswer(tx, { caseId: known.id, kind, at: now, consentId: id });
  }
  if (statements.includes('guardianAgreed')) await restoreRefused(tx, known.id);
}

/** Whoever objected agrees after staff have refused the objection: the consents of the account that it ended hold again, as where it was a mistake. */
async function restoreRefused(tx: Tx, caseId: string): Promise<void> {
  await sql`
    insert into consent_restoration (consent_id, request_id, restored_at)
    select consent_id, request_id, app_now() from consent_withdrawal where request_id = any(${await refusedObjections(tx, caseId)}::uuid[])
    on conflict do nothing`.execute(tx);
}

/**
 * A guardian objects (PIPL 31): what was consented to for this sitting, ordered again or not, ends at once, so that nothing is passed on, ordered or
 * cloned again; every registration of the child in the account waits; the privacy office decides the rest, and the account is told. The registration and its money stay as they are until then.
 * @throws Refusal NOT_FOUND; also the second time.
 */
export async function object(tx: Tx, token: string): Promise<Reply<'guardian.object'>> {
  const { case: known, thing, things } = await openLink(tx, token);
  const { accountId, code } = thing;
  const concerned = things.map(({ objectId }) => objectId);
  const { rows: consents } = await sql<{ id: string; statementId: string; candidateId: string | null }>`
    select id, statement_id as "statementId", candidate_id as "candidateId" from consent
    where coalesce(application_id, booking_id, post_test_id) = any(${concerned}::uuid[])`.execute(tx);
  const candidateId = thing.candidateId ?? consents[0]?.candidateId ?? null;
  const beginsAt = earliest(things.flatMap((each) => (each.isPlaced && each.beginsAt !== null ? [each.beginsAt] : [])));
  const request = await openRequest(tx, {
    accountId,
    candidateId,
    kind: 'Objection',
    wish: code,
    actor: theSystem,
    beginsAt,
  });
  const ended = consents.filter(({ statementId }) => isConsentEndable(statementId)).map((each) => each.id);
  await sql`insert into consent_withdrawal (consent_id, request_id, withdrawn_at)
    select ended, ${request.id}, app_now() from unnest(${ended}::uuid[]) ended on conflict do nothing`.execute(tx);
  await noteAnswer(tx, { caseId: known.id, kind: 'objected', at: await readNow(tx), requestId: request.id });
  await notify(tx, { kind: 'guardianObjected', values: { code }, accountId, objectId: request.id });
  return { code: request.code, dueAt: request.due_at };
}
