import { type ConsentReceipt, type ConsentSet, postTestStatements, type RightsRequest } from '@exam/contract/entities';
import {
  accountStatements,
  adultStatements,
  answerStatements,
  childStatements,
  isConsentEndable,
  minorStatements,
} from '@exam/contract/rules';
import { type Selectable, sql } from 'kysely';
import { keepAccountOpen } from '#people/accounts';
import { textHash, textsOf } from '#people/consents';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { ConsentTable } from '#platform/tables/index';
import { answersOfOthers, takeAnswerBack } from '#people/guardians';
import { clonesOf, leavingConsentEnds, lockWithClones } from '#registering/applications';
import { objectOf, receiptCode } from './receipt-code.ts';
import { openRequest, presentRequest, serveRequest } from '../store.ts';

type Row = {
  id: string;
  of: ConsentSet['of'];
  objectId: string;
  code: string;
  candidateName: string;
  candidateId: string | null;
  statementId: string;
  version: string;
  language: string;
  hash: Buffer;
  guardianRelation: string | null;
  network: string;
  device: string;
  givenAt: string;
  withdrawnAt: string | null;
};

/** Whoever waits for deletion is absent for their own account too (decision 0023). */
const isInUse = sql<boolean>`not exists (
  select from out_of_use gone where gone.id in (consent.application_id, consent.booking_id, consent.post_test_id))`;

/** How many statements are listed: the latest. */
const most = 2000;

/** The account's consents, the latest first; those about a person who waits for deletion, or is no more in the list it was given for, are not shown any more. */
async function rowsOf(tx: Tx, accountId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select consent.id, consent.candidate_id as "candidateId",
      case when consent.post_test_id is not null then 'postTest' when consent.booking_id is not null then 'booking'
        when consent.application_id is not null then 'application' when consent.candidate_id is not null then 'candidate' else 'account' end as of,
      ${objectOf('consent')} as "objectId", coalesce(application.code, booking.code, request.code, '') as code,
      trim(coalesce(application.last_name || ' ' || application.first_name, booking.last_name || ' ' || booking.first_name,
        request.last_name || ' ' || request.first_name, saved.last_name || ' ' || saved.first_name, '')) as "candidateName",
      consent.statement_id as "statementId", consent.version, consent.language, consent.text_hash as hash,
      consent.guardian_relation as "guardianRelation", consent.network, consent.device, consent.given_at as "givenAt",
      gone.withdrawn_at as "withdrawnAt"
    from consent
    left join application on application.id = consent.application_id
    left join booking on booking.id = consent.booking_id
    left join post_test request on request.id = consent.post_test_id
    left join candidate saved on saved.id = consent.candidate_id
    left join consent_ended gone on gone.consent_id = consent.id
    where consent.account_id = ${accountId} and application.restricted_at is null and booking.restricted_at is null
      and request.restricted_at is null and saved.restricted_at is null
      and (num_nonnulls(consent.application_id, consent.booking_id, consent.post_test_id) = 1 or saved.deleted_at is null)
    order by consent.given_at desc, consent.application_id, consent.booking_id, consent.post_test_id, consent.id
    limit ${most}`.execute(tx);
  return rows;
}

/** What was ticked at once for one thing belongs together. */
function setsOf(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, (row) => `${row.objectId} ${row.givenAt}`).values()];
}

/** The statements as the wizards show them. */
const order: readonly string[] = [
  ...accountStatements,
  ...childStatements,
  ...adultStatements,
  ...minorStatements,
  ...answerStatements,
  ...postTestStatements,
];

type Known = { texts: ReadonlyMap<string, string>; ofGuardians: ReadonlySet<string> };

function present([first, ...others]: readonly Row[], { texts, ofGuardians }: Known) {
  if (!first) return null;
  const { id, of, code, candidateName, givenAt } = first;
  const inOrder = [first, ...others].toSorted((a, b) => order.indexOf(a.statementId) - order.indexOf(b.statementId));
  const statements = inOrder.map((row) => ({
    id: row.id,
    statementId: row.statementId,
    text: texts.get(row.hash.toString('hex')) ?? '',
    canWithdraw: row.withdrawnAt === null && isConsentEndable(row.statementId) && !ofGuardians.has(row.id),
    withdrawnAt: row.withdrawnAt,
  }));
  const language: ConsentSet['language'] = first.language === 'zh' ? 'zh' : 'en';
  const isByGuardian = ofGuardians.has(id);
  return { id, of, code, candidateName, language, givenAt, isByGuardian, statements };
}

/** Those that a guardian gave by a link who is not the account's holder: they are listed as the guardian's, and only they take them back. */
async function guardiansOwn(
  tx: Tx,
  accountId: string,
  rows: readonly Pick<Row, 'id' | 'statementId'>[],
): Promise<ReadonlySet<string>> {
  const answers = rows.filter(({ statementId }) => answerStatements.some((each) => each === statementId));
  return await answersOfOthers(
    tx,
    accountId,
    answers.map(({ id }) => id),
  );
}

/** Every consent of the account, set by set. */
export async function listConsents(tx: Tx, accountId: string): Promise<ConsentSet[]> {
  const rows = await rowsOf(tx, accountId);
  const texts = await textsOf(
    tx,
    rows.map(({ hash }) => hash),
  );
  const ofGuardians = await guardiansOwn(tx, accountId, rows);
  return setsOf(rows).flatMap((set) => present(set, { texts, ofGuardians }) ?? []);
}

/**
 * The receipt of the set that a statement belongs to: what was shown, in which words, and whether those still give the recorded hash.
 * @throws Refusal NOT_FOUND when it is not the account's.
 */
export async function consentReceipt(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<ConsentReceipt> {
  const set = setsOf(await rowsOf(tx, accountId)).find((each) => each.some((row) => row.id === id));
  const [first] = set ?? [];
  if (!set || !first) return refuse('NOT_FOUND');
  const texts = await textsOf(
    tx,
    set.map(({ hash }) => hash),
  );
  const ofGuardians = await guardiansOwn(tx, accountId, set);
  const shown = present(set, { texts, ofGuardians }) ?? refuse('NOT_FOUND');
  const hashes = new Map(set.map((row) => [row.id, row.hash]));
  return {
    ...shown,
    receiptCode: receiptCode(first.id, { ...first, statements: set }),
    version: first.version,
    guardianRelation: first.guardianRelation,
    network: first.network,
    device: first.device,
    statements: shown.statements.map((statement) => {
      const hash = hashes.get(statement.id);
      const isVerified = statement.text !== '' && hash !== undefined && textHash(statement.text).equals(hash);
      return { ...statement, hash: hash?.toString('hex') ?? '', isVerified };
    }),
  };
}

/**
 * Ends a consent from now on (PIPL 15): nothing new is begun with it and nothing more is passed on; what was done stays lawful, and a paid
 * registration stays (3-domain 6.1).
 * @throws Refusal NOT_FOUND when it is not the account's; ILLEGAL_STATE when it is ended already, is not a consent but a statement of fact, or a guardian's own.
 */
export async function withdrawConsent(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<RightsRequest> {
  await keepAccountOpen(tx, accountId);
  const seen = await findConsent(tx, { accountId, id });
  // What gives an answer to another registration, or takes it from one, comes before or after.
  await lockWithClones(tx, objectsOf(await sameAnswer(tx, seen)));
  const consent = await findConsent(tx, { accountId, id, lock: true });
  if (!isConsentEndable(consent.statement_id)) refuse('ILLEGAL_STATE');
  const ofGuardian = await guardiansOwn(tx, accountId, [{ id, statementId: consent.statement_id }]);
  if (ofGuardian.has(id)) refuse('ILLEGAL_STATE');
  const { rows: ended } = await sql`select from consent_ended where consent_id = ${id}`.execute(tx);
  if (ended.length > 0) refuse('ILLEGAL_STATE');
  const request = await openRequest(tx, { accountId, candidateId: consent.candidate_id, kind: 'Withdrawal' });
  const same = await sameAnswer(tx, consent);
  await sql`
    insert into consent_withdrawal (consent_id, request_id, withdrawn_at)
    select same, ${request.id}, app_now() from unnest(${same.map((each) => each.id)}::uuid[]) same on conflict do nothing`.execute(
    tx,
  );
  await consentEnds(tx, consent, same);
  return await presentRequest(tx, await serveRequest(tx, request));
}

/**
 * What else ends with a consent that is taken back: the guardian's case has the answer no more, and the letter says how a minor leaves, alone only while
 * somebody consents to that. Whoever calls has the registrations locked, their clones too, or is alone: a restore.
 * @param same what ends with it: itself, or all evidence of the same answer
 */
export async function consentEnds(tx: Tx, consent: Given, same: readonly Given[]): Promise<void> {
  const { statement_id: of } = consent;
  const told = isAnswer(consent)
    ? await takeAnswerBack(
        tx,
        same.map(({ id }) => id),
      )
    : [];
  if (!aboutLeaving.includes(of)) return;
  const concerned = [...told, ...objectsOf([consent])];
  const clones = [...(await clonesOf(tx, concerned)).values()].flat();
  for (const id of new Set([...concerned, ...clones].toSorted())) await leavingConsentEnds(tx, id);
}

/** The registrations, bookings and requests after an exam for which consents were given. */
const objectsOf = (consents: readonly Given[]) =>
  consents.flatMap((each) => each.application_id ?? each.booking_id ?? each.post_test_id ?? []);

/** The columns of a consent that say what ends with it. */
export const ofConsent = [
  'id',
  'account_id',
  'candidate_id',
  'application_id',
  'booking_id',
  'post_test_id',
  'statement_id',
  'given_at',
] as const;
export type Given = Pick<Selectable<ConsentTable>, (typeof ofConsent)[number]>;

/** @throws Refusal NOT_FOUND when it is not the account's. */
async function findConsent(
  tx: Tx,
  { accountId, id, lock = false }: { accountId: string; id: string; lock?: boolean },
): Promise<Given> {
  const query = tx
    .selectFrom('consent')
    .select(ofConsent)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(isInUse);
  return (await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()) ?? refuse('NOT_FOUND');
}

/** Whether a guardian gave it by a link. */
const isAnswer = ({ statement_id: statement }: Given) => answerStatements.some((each) => each === statement);

/** What ends with a consent: what a guardian agreed to by a link is one answer, also where it is evidence of a registration and its clones. */
async function sameAnswer(tx: Tx, consent: Given): Promise<Given[]> {
  if (!isAnswer(consent)) return [consent];
  return await tx
    .selectFrom('consent')
    .select(ofConsent)
    .where('account_id', '=', consent.account_id)
    .where('candidate_id', 'is not distinct from', consent.candidate_id)
    .where('statement_id', '=', consent.statement_id)
    .where('given_at', '=', consent.given_at)
    .execute();
}

const aboutLeaving: readonly string[] = ['guardianship', 'guardianLeaving'];
