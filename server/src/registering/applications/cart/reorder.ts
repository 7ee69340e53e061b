import type { Reply } from '@exam/contract/client';
import { consentText, refusalMessage, type Language } from '@exam/contract/messages';
import { chinaDateOf, checkConsents, isMinor, passingStatements } from '@exam/contract/rules';
import { sql } from 'kysely';
import { recipientFor } from '#offer/catalogue';
import { copyConsents, isConsentGone, textHash } from '#people/consents';
import { ageClassOn, dobOf } from '#platform/birth';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import { record } from '#platform/transition';
import { seal, unseal } from '#platform/vault';
import { findDuplicates } from '../submission/duplicates.ts';
import { onceForm } from './line-problem.ts';
import { formCodeOf } from '../submission/form.ts';
import { readOffer, type Offer } from './offer.ts';
import { numbersOfOthers } from '../submission/own-numbers.ts';
import { priceAlone } from '../submission/prepare.ts';
import { letterCodeColumns } from '../letter/code.ts';
import { freeCodes, stepPlace } from '../submission/snapshot.ts';
import { lockCart, peopleOf, sessionSubjectIdsOf, type ApplicationRow } from '../store.ts';

type Reordered = Reply<'application.reorder'>;
type Cloning = { accountId: string; now: string };

/**
 * Puts the applications of an expired order into the cart again, as they were, at today's prices (R-49, 9.1 #9). One that
 * cannot be registered for any more is skipped with its reason. A second call gives the same clones.
 * @throws Refusal NOT_FOUND when the order is not the account's own; ILLEGAL_STATE when it has not expired.
 */
export async function reorder(input: { accountId: string; orderId: string; language: Language }): Promise<Reordered> {
  const { accountId, orderId, language } = input;
  return await inTransaction(async (tx) => {
    await lockCart(tx, accountId);
    const now = await readNow(tx);
    const answer: Reordered = { cloned: [], skipped: [] };
    for (const original of await originalsOf(tx, { accountId, orderId })) {
      try {
        answer.cloned.push((await existingClone(tx, original)) ?? (await clone(tx, original, { accountId, now })));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        answer.skipped.push({
          applicationId: original.id,
          reason: error.code,
          userMessage: refusalMessage(language, error.code),
        });
      }
    }
    return answer;
  });
}

async function originalsOf(
  tx: Tx,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<ApplicationRow[]> {
  const ordered = tx
    .selectFrom('application')
    .innerJoin('application_payment', 'application_payment.application_id', 'application.id')
    .where('application.account_id', '=', accountId)
    .where('application_payment.order_id', '=', orderId)
    .where('application.restricted_at', 'is', null);
  // Late money for the order (S-3) comes before or after; what it changed meanwhile is read after it.
  await ordered.select('application.id').orderBy('application.id').forNoKeyUpdate('application').execute();
  const rows = await ordered
    .selectAll('application')
    .select('application_payment.order_status')
    .orderBy('application.created_at')
    .orderBy('application.id')
    .execute();
  if (rows.length === 0) refuse('NOT_FOUND');
  // A booking is ordered again from its own page.
  if (rows.some((row) => row.order_status !== 'PaymentExpired' || row.category !== 'Public')) refuse('ILLEGAL_STATE');
  return rows.map(({ order_status: _status, ...row }) => row);
}

async function existingClone(tx: Tx, original: ApplicationRow): Promise<Reordered['cloned'][number] | null> {
  const row = await tx
    .selectFrom('application')
    .select(['id', 'code'])
    .where('cloned_from', '=', original.id)
    .executeTakeFirst();
  return row ? { applicationId: row.id, code: row.code } : null;
}

async function clone(
  tx: Tx,
  original: ApplicationRow,
  { accountId, now }: Cloning,
): Promise<Reordered['cloned'][number]> {
  const offer = await offerOf(tx, original, accountId);
  await checkStillCurrent(tx, original, now);
  await refuseDuplicate(tx, original, offer);
  await refuseNumberOfAnother(tx, original);
  const id = randomId();
  const [code = refuse('INTERNAL')] = await freeCodes(tx, now, 1);
  await tx
    .insertInto('application')
    .values({
      ...takenOver(original),
      id,
      code,
      status: 'Initiated',
      ...sealedFor(id, original),
      class_when_made: ageClassOn(dobOf('application', original), chinaDateOf(now)),
      shown_amount: priceAlone(offer, now),
      email_status: 'NotSent',
      letter_version: 1,
      letter_announced_version: 0,
      ...letterCodeColumns(id),
      cloned_from: original.id,
      created_at: now,
      registered_at: null,
    })
    .execute();
  await cloneParts(tx, original.id, id);
  const actor = { kind: 'candidate', id: accountId } as const;
  await record(tx, { kind: 'application', id, event: 'create', actor, to: 'Initiated' });
  await record(tx, { kind: 'application', id: original.id, event: 'reorder', actor });
  return { applicationId: id, code };
}

/** Whether the copy takes over a column. A new column does not compile until it is listed here. */
const isTakenOver: Readonly<Record<keyof ApplicationRow, boolean>> = {
  id: false,
  account_id: true,
  code: false,
  category: true,
  status: false,
  product_id: true,
  session_id: true,
  candidate_type: true,
  candidate_id: true,
  person_key: true,
  id_type: true,
  id_no_sealed: true,
  first_name: true,
  last_name: true,
  name_zh_sealed: true,
  email_sealed: true,
  mobile_sealed: true,
  leave_alone: true,
  form_template_id: true,
  form_json_sealed: true,
  shown_amount: false,
  email_status: false,
  letter_version: false,
  letter_code_sealed: false,
  letter_code_key: false,
  withdraw_reason: true,
  cancellation_reject_reason: true,
  cloned_from: false,
  created_at: false,
  registered_at: false,
  deleted_at: true,
  letter_announced_version: false,
  booking_id: true,
  has_special_arrangement: true,
  desk_version: true,
  form_files_id: true,
  anonymised_at: true,
  restricted_at: true,
  dob_sealed: true,
  gender_sealed: true,
  birth_key: true,
  birth_year: true,
  birthday_past_in: true,
  class_when_made: false,
  class_on_exam_day: true,
  leaving_noted_at: true,
  leaving_ticked_at: true,
  guardian_changed_at: true,
  guardian_key: true,
};

function takenOver(original: ApplicationRow): ApplicationRow {
  const columns = Object.entries(original).filter(([column]) => isTakenOver[column as keyof ApplicationRow]);
  return Object.fromEntries(columns) as ApplicationRow;
}

/** Everything that is sealed for the original's row, sealed for its copy's. */
function sealedFor(id: string, original: ApplicationRow): Partial<ApplicationRow> {
  const sealed = Object.entries(original).flatMap(([column, value]) =>
    column.endsWith('_sealed') && Buffer.isBuffer(value)
      ? [[column, moved(value, 'application', [original.id, id], column.replace(/_sealed$/, ''))]]
      : [],
  );
  return Object.fromEntries(sealed);
}

async function offerOf(tx: Tx, original: ApplicationRow, accountId: string): Promise<Offer> {
  const wanted = (await sessionSubjectIdsOf(tx, [original.id])).get(original.id) ?? [];
  const papers = await tx
    .selectFrom('application_paper')
    .select('subject_id')
    .where('application_id', '=', original.id)
    .orderBy('sort')
    .execute();
  const offer = await readOffer(tx, {
    accountId,
    productId: original.product_id,
    sessionId: original.session_id,
    subjectId: papers[0]?.subject_id ?? refuse('SUBJECT_NOT_OFFERED'),
    candidateType:
      original.candidate_type === 'ACCA' || original.candidate_type === 'FIA' ? original.candidate_type : null,
    registrationTemplateId: original.form_template_id,
  });
  const offered = offer.papers.map((paper) => paper.sessionSubjectId);
  return wanted.length === offered.length && wanted.every((each) => offered.includes(each))
    ? offer
    : refuse('SUBJECT_NOT_OFFERED');
}

/** Who has come of age meanwhile, or whose consents are of an older version, name another recipient or are withdrawn, has to go through the wizard again (R-49). */
async function checkStillCurrent(tx: Tx, original: ApplicationRow, now: string): Promise<void> {
  const given = await tx
    .selectFrom('consent')
    .select(['statement_id as statementId', 'version', 'language', 'text_hash'])
    .where('application_id', '=', original.id)
    .execute();
  const checked = checkConsents(isMinor(dobOf('application', original), chinaDateOf(now)), given, null);
  if (!checked.ok) refuse('CONSENT_OUTDATED');
  for (const statement of checked.given.filter((each) => passingStatements.includes(each))) {
    const language = given.find(({ statementId }) => statementId === statement)?.language === 'en' ? 'en' : 'zh';
    const hash = textHash(
      consentText(language, statement, { recipient: await recipientFor(tx, original.product_id, language) }),
    );
    if (!given.some(({ text_hash }) => text_hash.equals(hash))) refuse('CONSENT_OUTDATED');
  }
  const { rows } = await sql<{ isGone: boolean }>`
    select ${isConsentGone(sql`consent.application_id = ${original.id}`)} as "isGone"`.execute(tx);
  if (rows[0]?.isGone) refuse('CONSENT_WITHDRAWN');
}

async function refuseDuplicate(tx: Tx, original: ApplicationRow, offer: Offer): Promise<void> {
  const form = original.form_template_id === null ? null : await formCodeOf(tx, original.form_template_id);
  const [found] = await findDuplicates(tx, {
    accountId: original.account_id,
    personKeys: [original.person_key],
    sessionSubjectIds: offer.papers.map((paper) => paper.sessionSubjectId),
    onceSubjectIds: form === onceForm ? offer.papers.map((paper) => paper.subjectId) : [],
  });
  if (found) refuse(found.code);
}

/** A number that was free when its holder's order ended may be in somebody else's registration now. */
async function refuseNumberOfAnother(tx: Tx, original: ApplicationRow): Promise<void> {
  const { account_id: accountId, person_key, form_template_id: templateId, form_json_sealed: sealed } = original;
  if (templateId === null || sealed === null) return;
  const form = {
    number: await formCodeOf(tx, templateId),
    json: unseal(sealed, { table: 'application', row: original.id, column: 'form_json' }),
  };
  const taken = await numbersOfOthers(tx, { accountId, personKeys: [person_key], form });
  if (Object.keys(taken).length > 0) refuse('NUMBER_OF_ANOTHER');
}

async function cloneParts(tx: Tx, from: string, to: string): Promise<void> {
  const papers = await tx.selectFrom('application_paper').selectAll().where('application_id', '=', from).execute();
  await tx
    .insertInto('application_paper')
    .values(papers.map((paper) => ({ ...paper, application_id: to })))
    .execute();
  for (const person of await peopleOf(tx, from)) {
    const id = randomId();
    const reseal = (sealed: Buffer, column: string) => moved(sealed, 'application_person', [person.id, id], column);
    await tx
      .insertInto('application_person')
      .values({
        ...person,
        id,
        application_id: to,
        name_sealed: reseal(person.name_sealed, 'name'),
        id_no_sealed: reseal(person.id_no_sealed, 'id_no'),
        mobile_sealed: reseal(person.mobile_sealed, 'mobile'),
      })
      .execute();
  }
  const steps = await tx.selectFrom('application_step').selectAll().where('application_id', '=', from).execute();
  const stepRows = steps.map((step) => {
    const text = unseal(step.json_result_sealed, stepPlace(from, step.position));
    return { ...step, application_id: to, json_result_sealed: seal(text, stepPlace(to, step.position)) };
  });
  if (stepRows.length > 0) await tx.insertInto('application_step').values(stepRows).execute();
  // The evidence says what was ticked and when; it holds for the clone too.
  await copyConsents(tx, { from, to });
}

/** A sealed value for another row of the same table. */
function moved(sealed: Buffer, table: string, [from, to]: readonly [string, string], column: string): Buffer {
  return seal(unseal(sealed, { table, row: from, column }), { table, row: to, column });
}
