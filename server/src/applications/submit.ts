import type { CandidateType, CandidateInput, GuardianInput } from '@exam/contract/entities';
import { checkForm, isOpenForm } from '@exam/contract/forms';
import { refusals, type Language, type RefusalCode } from '@exam/contract/messages';
import { canRegisterAccount, checkGuardian, checkIdentity, chinaDateOf, maskIdNumber, priceOrder, under } from '@exam/contract/rules';
import { replayPublic } from '@exam/contract/wizards';
import { catalogueNow, nameIn } from '#catalogue';
import { candidateForSubmission, saveCandidate, type OpenedGuardian } from '#candidates';
import { readNow } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import { record } from '#platform/transition';
import { findDuplicates } from './duplicates.ts';
import { readEntry, type Entry, type EntryInput, type Problems } from './entry.ts';
import { readOffer, type Offer } from './offer.ts';
import { freeCodes, newApplication, writeParts, type Submission } from './snapshot.ts';
import { lockCart } from './store.ts';

/** What was chosen, as sent, and where the request came from. */
export type ChoiceInput = {
  accountId: string;
  language: Language;
  ip: string;
  device: string;
  testInfo: { productId: string; candidateType?: CandidateType | null | undefined; formJson?: string | null | undefined };
  registrationTemplateId?: string | null | undefined;
  session: { id: string };
  subject: { id: string };
  applicationSteps: readonly { stepName: string; jsonResult: string }[];
  isInformationConfirmed?: boolean | undefined;
};

/** A person of a single submission: a saved candidate, or the whole form, which is saved to the account's list first. */
export type PersonInput = Omit<EntryInput, 'candidateId' | 'guardian'> & {
  applicationCandidate: { candidateId: string } | CandidateInput;
  applicationGuardian?: GuardianInput | null | undefined;
};

export type Submitted = { id: string; code: string; status: 'Initiated'; amount: number };

/**
 * Puts one application for each candidate into the cart, all or none (9.1 #1). No seat is taken.
 * @returns the applications in the order of the entries; `amount` in fen is the price of each by itself.
 * @throws Refusal as `readOffer`; BIRTH_DATE_REQUIRED, UNDER_AGE_TO_REGISTER; INFORMATION_NOT_CONFIRMED;
 *   STEPS_INCOMPLETE; and by path (`entries.1.leaveAlone`) what is wrong with an entry, its consents included;
 *   ALREADY_REGISTERED and ALREADY_IN_CART; NOT_FOUND for a candidate that is not the account's own.
 */
export async function submitGroup(input: ChoiceInput & { entries: readonly EntryInput[] }): Promise<Submitted[]> {
  const awardingBody = await awardingBodyName(input.testInfo.productId, input.language);
  return await inTransaction(async (tx) => {
    const { submission, entries } = await prepare(tx, { ...input, awardingBody, pathOf: (index) => `entries.${index}` });
    return await insertAll(tx, submission, entries);
  });
}

/** The same for one candidate; paths have no prefix, those of the person begin with `applicationCandidate` (9.1 #1). */
export async function submit(input: ChoiceInput & PersonInput): Promise<Submitted> {
  const awardingBody = await awardingBodyName(input.testInfo.productId, input.language);
  return await inTransaction(async (tx) => {
    await lockCart(tx, input.accountId);
    const entry = await entryOf(tx, input);
    const { submission, entries } = await prepare(tx, { ...input, awardingBody, entries: [entry], pathOf: () => '' });
    const [submitted] = await insertAll(tx, submission, entries);
    return submitted ?? refuse('INTERNAL');
  });
}

/** A submission that may be written. */
export type Prepared = { submission: Submission; entries: Entry[] };

type PrepareInput = ChoiceInput & {
  awardingBody: string;
  entries: readonly EntryInput[];
  /** Path of an entry's fields in the request; empty where they stand at the top. */
  pathOf: (index: number) => string;
  /** The application being modified: no duplicate of itself. */
  exceptId?: string;
};

/** Reads and checks all of a submission without writing anything of it. @throws as `submitGroup`. */
export async function prepare(tx: Tx, input: PrepareInput): Promise<Prepared> {
  await lockCart(tx, input.accountId);
  const now = await readNow(tx);
  const today = chinaDateOf(now);
  await checkAccountHolder(tx, input.accountId, today);
  const offer = await readOffer(tx, {
    accountId: input.accountId,
    productId: input.testInfo.productId,
    sessionId: input.session.id,
    subjectId: input.subject.id,
    candidateType: input.testInfo.candidateType ?? null,
    registrationTemplateId: input.registrationTemplateId ?? null,
  });
  const problems: Problems = {};
  const entries = await readEntries(tx, input, { today, examDate: offer.session.examDate }, problems);
  const formJson = await readForm(tx, offer, input.testInfo.formJson ?? null, problems);
  await addDuplicates(tx, { ...input, offer, entries }, problems);
  refuseProblems(problems);
  if (input.isInformationConfirmed !== true) refuse('INFORMATION_NOT_CONFIRMED', {}, { isInformationConfirmed: 'INFORMATION_NOT_CONFIRMED' });
  const steps = input.applicationSteps;
  const replayed = replayPublic(
    entries.some((entry) => entry.isMinor),
    steps,
  );
  if (!replayed.ok) refuse('STEPS_INCOMPLETE', {}, { applicationSteps: replayed.code });
  const { accountId, language, ip, device, awardingBody } = input;
  return { entries, submission: { accountId, now, offer, formJson, steps, evidence: { language, awardingBody, ip, device } } };
}

/** What one application of this offer costs by itself now, in fen: the price that the cart compares with. */
export function priceAlone(offer: Pick<Offer, 'papers'>, now: string): number {
  return priceOrder([{ applicationId: '', papers: offer.papers }], now).payAmount;
}

async function insertAll(tx: Tx, submission: Submission, entries: readonly Entry[]): Promise<Submitted[]> {
  const amount = priceAlone(submission.offer, submission.now);
  const codes = await freeCodes(tx, submission.now, entries.length);
  const submitted: Submitted[] = [];
  for (const [index, entry] of entries.entries()) {
    const code = codes[index] ?? refuse('INTERNAL');
    const row = newApplication(submission, entry, { code, amount });
    await tx.insertInto('application').values(row).execute();
    await writeParts(tx, row.id, submission, entry);
    const actor = { kind: 'candidate', id: submission.accountId } as const;
    await record(tx, { kind: 'application', id: row.id, event: 'create', actor, to: 'Initiated' });
    submitted.push({ id: row.id, code, status: 'Initiated', amount });
  }
  return submitted;
}

/** The account's owner is 18 or over and has said so. */
async function checkAccountHolder(tx: Tx, accountId: string, today: string): Promise<void> {
  const holder = await tx.selectFrom('account_holder').select('date_of_birth').where('id', '=', accountId).executeTakeFirst();
  if (!holder?.date_of_birth) refuse('BIRTH_DATE_REQUIRED');
  if (!canRegisterAccount(holder.date_of_birth, today)) refuse('UNDER_AGE_TO_REGISTER');
}

async function readEntries(
  tx: Tx,
  input: PrepareInput,
  dates: { today: string; examDate: string },
  problems: Problems,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [index, entry] of input.entries.entries()) {
    const own: Problems = {};
    entries.push(await readEntry(tx, { accountId: input.accountId, input: entry, dates }, own));
    Object.assign(problems, prefixed(input.pathOf(index), own));
  }
  return entries;
}

/** The answers of the product's form, checked and normalised by the forms engine; none where it has no form. */
async function readForm(tx: Tx, { product }: Offer, formJson: string | null, problems: Problems): Promise<string | null> {
  if (product.form_template_id === null) return null;
  const template = await tx
    .selectFrom('form_template')
    .select('number')
    .where('id', '=', product.form_template_id)
    .executeTakeFirstOrThrow();
  if (!isOpenForm(template.number)) refuse('PRODUCT_NOT_OPEN');
  const checked = checkForm(template.number, parsed(formJson));
  if (checked.ok) return JSON.stringify(checked.answers);
  Object.assign(problems, prefixed('testInfo.formJson', checked.fields));
  return null;
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? '{}');
  } catch {
    return {};
  }
}

async function addDuplicates(
  tx: Tx,
  input: PrepareInput & { offer: Offer; entries: readonly Entry[] | readonly EntryInput[] },
  problems: Problems,
): Promise<void> {
  const entries = input.entries.filter((entry): entry is Entry => 'candidate' in entry);
  const found = await findDuplicates(tx, {
    accountId: input.accountId,
    personKeys: entries.map((entry) => entry.candidate.personKey),
    sessionSubjectIds: input.offer.papers.map((paper) => paper.sessionSubjectId),
    ...(input.exceptId === undefined ? {} : { exceptId: input.exceptId }),
  });
  const seen = new Set<string>();
  for (const [index, { candidate }] of entries.entries()) {
    const key = candidate.personKey.toString('hex');
    const code = found.find((each) => each.personKey.equals(candidate.personKey))?.code ?? (seen.has(key) ? 'ALREADY_IN_CART' : null);
    if (code) Object.assign(problems, prefixed(input.pathOf(index), { candidateId: code }));
    seen.add(key);
  }
}

/** One kind of problem is told by its own code, several as wrong fields. */
function refuseProblems(problems: Problems): void {
  const codes = new Set(Object.values(problems));
  const [code] = codes;
  if (code === undefined) return;
  refuse(codes.size === 1 && isRefusalCode(code) ? code : 'FIELDS', {}, problems);
}

function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals.en, code);
}

function prefixed(path: string, problems: Problems): Problems {
  if (path === '') return problems;
  return Object.fromEntries(Object.entries(problems).map(([field, code]) => [`${path}.${field}`, code]));
}

/** The saved candidate that a single submission is about, and the guardian it names for this registration. */
export async function entryOf(tx: Tx, input: PersonInput & { accountId: string }): Promise<EntryInput> {
  const { applicationCandidate: sent, accountId } = input;
  const shared = { leaveAlone: input.leaveAlone, applicationPickupPerson: input.applicationPickupPerson, consents: input.consents };
  if ('candidateId' in sent) {
    const guardian = await guardianOf(tx, { accountId, candidateId: sent.candidateId, form: input.applicationGuardian ?? null });
    return { ...shared, candidateId: sent.candidateId, guardian };
  }
  const form = { ...sent, guardianModel: sent.guardianModel ?? input.applicationGuardian ?? null };
  try {
    return { ...shared, candidateId: await saveCandidate(tx, { accountId, form }) };
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    return refuse(error.code, error.values, prefixed('applicationCandidate', error.fields));
  }
}

async function guardianOf(
  tx: Tx,
  { accountId, candidateId, form }: { accountId: string; candidateId: string; form: GuardianInput | null },
): Promise<OpenedGuardian | null> {
  if (form === null) return null;
  const today = chinaDateOf(await readNow(tx));
  const candidate = await candidateForSubmission(tx, { accountId, candidateId });
  const own = checkIdentity(candidate.idType, candidate.idNo, { today });
  const { type, ...rest } = form;
  const checked = checkGuardian(
    { ...rest, ...(type === undefined ? {} : { type }) },
    { today, ...(own.ok ? { candidateComparable: own.comparable } : {}) },
  );
  if (!checked.ok) return refuse('FIELDS', {}, under('applicationGuardian', checked.fields));
  const { name, idType, idNo, mobile } = checked.person;
  return { name, idType, idNo, idNoMasked: maskIdNumber(idNo), mobile, type: checked.person.type ?? 'Other' };
}

/** The awarding body as the consent statement names it; read before the transaction, because the catalogue has its own. */
export async function awardingBodyName(productId: string, language: Language): Promise<string> {
  const { products } = await catalogueNow((known) => known.products.has(productId));
  const product = products.get(productId);
  const body = product ? { name_en: product.body_en, name_zh: product.body_zh } : null;
  return body?.name_en && body.name_zh ? nameIn(language, { name_en: body.name_en, name_zh: body.name_zh }) : '';
}
