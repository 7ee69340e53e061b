import type { CandidateType } from '@exam/contract/entities';
import { refusals, type Language, type RefusalCode } from '@exam/contract/messages';
import { chinaDateOf, priceOrder } from '@exam/contract/rules';
import { replayPublic } from '@exam/contract/wizards';
import { checkAdultAccount } from '#people/accounts';
import { recipientFor } from '#offer/catalogue';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { findDuplicates } from './duplicates.ts';
import { readEntry, type Entry, type EntryInput, type Known, type Problems } from './entry.ts';
import { readAnswers, type FilledForm } from './form.ts';
import { numbersOfOthers } from './own-numbers.ts';
import { onceForm } from '../cart/line-problem.ts';
import { readOffer, type Offer } from '../cart/offer.ts';
import type { Submission } from './snapshot.ts';
import { lockCart } from '../store.ts';

/** The subject, or any of a combined set, and where and when it is sat. */
export type SittingInput = { session: { id: string }; subject: { id: string } };

/** What was answered, as sent, and where the request came from. */
export type AnswersInput = {
  accountId: string;
  language: Language;
  ip: string;
  device: string;
  testInfo: {
    productId: string;
    candidateType?: CandidateType | null | undefined;
    formJson?: string | null | undefined;
  };
  registrationTemplateId?: string | null | undefined;
  applicationSteps: readonly { stepName: string; jsonResult: string }[];
  isInformationConfirmed?: boolean | undefined;
};

/** A submission that may be written. */
export type Prepared = { submission: Submission; entries: Entry[] };

type PrepareInput = AnswersInput &
  SittingInput & {
    entries: readonly EntryInput[];
    /** Path of an entry's fields in the request; empty where they are at the top. */
    pathOf: (index: number) => string;
    /** The application being modified: no duplicate of itself. */
    exceptId?: string;
    /** The set of files that its answers have had. */
    formFilesId?: string | null;
  };

/** Reads and checks what is submitted for one sitting without writing anything of it. @throws as `submitGroup`. */
export async function prepare(tx: Tx, input: PrepareInput): Promise<Prepared> {
  await lockCart(tx, input.accountId);
  const now = await readNow(tx);
  const today = chinaDateOf(now);
  await checkAdultAccount(tx, input.accountId);
  const offer = await readOffer(tx, {
    accountId: input.accountId,
    productId: input.testInfo.productId,
    sessionId: input.session.id,
    subjectId: input.subject.id,
    candidateType: input.testInfo.candidateType ?? null,
    registrationTemplateId: input.registrationTemplateId ?? null,
  });
  const problems: Problems = {};
  const recipient = await recipientFor(tx, offer.product.id, input.language);
  const entries = await readEntries(tx, input, { today, examDate: offer.session.examDate, recipient }, problems);
  const form = await readForm(tx, input, offer, problems);
  const personKeys = entries.map(({ candidate }) => candidate.personKey);
  const taken = await numbersOfOthers(tx, { ...input, personKeys, form });
  Object.assign(problems, prefixed('testInfo.formJson', taken));
  const onceSubjectIds = form?.number === onceForm ? offer.papers.map((paper) => paper.subjectId) : [];
  await addDuplicates(tx, { ...input, offer, entries, onceSubjectIds }, problems);
  refuseProblems(problems);
  if (input.isInformationConfirmed !== true)
    refuse('INFORMATION_NOT_CONFIRMED', {}, { isInformationConfirmed: 'INFORMATION_NOT_CONFIRMED' });
  const steps = input.applicationSteps;
  const replayed = replayPublic(
    entries.some((entry) => entry.isMinor),
    steps,
  );
  if (!replayed.ok) refuse('STEPS_INCOMPLETE', {}, { applicationSteps: replayed.code });
  const { accountId, language, ip, device } = input;
  return {
    entries,
    submission: { accountId, now, offer, form, steps, evidence: { language, recipient, ip, device } },
  };
}

/** What one application of this offer costs by itself now, in fen: the price that the cart compares with. */
export function priceAlone(offer: Pick<Offer, 'papers'>, now: string): number {
  return priceOrder([{ applicationId: '', papers: offer.papers }], now).payAmount;
}

async function readEntries(tx: Tx, input: PrepareInput, known: Known, problems: Problems): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const [index, entry] of input.entries.entries()) {
    const own: Problems = {};
    entries.push(await readEntry(tx, { accountId: input.accountId, input: entry, known }, own));
    Object.assign(problems, prefixed(input.pathOf(index), own));
  }
  return entries;
}

/** The answers of the product's form, checked and normalised by the forms engine; none where it has no form. */
async function readForm(
  tx: Tx,
  { accountId, testInfo, formFilesId, entries }: PrepareInput,
  { product, session }: Offer,
  problems: Problems,
): Promise<FilledForm | null> {
  const read = await readAnswers(tx, {
    accountId,
    templateId: product.form_template_id,
    formJson: testInfo.formJson ?? null,
    chosen: { examDate: session.examDate, candidates: entries.length },
    filesId: formFilesId ?? null,
  });
  if (read.ok) return read.form;
  Object.assign(problems, prefixed('testInfo.formJson', read.fields));
  return null;
}

async function addDuplicates(
  tx: Tx,
  input: Omit<PrepareInput, 'entries'> & {
    offer: Offer;
    entries: readonly Entry[];
    onceSubjectIds: readonly string[];
  },
  problems: Problems,
): Promise<void> {
  const { entries } = input;
  const found = await findDuplicates(tx, {
    accountId: input.accountId,
    personKeys: entries.map((entry) => entry.candidate.personKey),
    sessionSubjectIds: input.offer.papers.map((paper) => paper.sessionSubjectId),
    onceSubjectIds: input.onceSubjectIds,
    ...(input.exceptId === undefined ? {} : { exceptId: input.exceptId }),
  });
  const seen = new Set<string>();
  for (const [index, { candidate }] of entries.entries()) {
    const key = candidate.personKey.toString('hex');
    const code =
      found.find((each) => each.personKey.equals(candidate.personKey))?.code ??
      (seen.has(key) ? 'ALREADY_IN_CART' : null);
    if (code) Object.assign(problems, prefixed(input.pathOf(index), { candidateId: code }));
    seen.add(key);
  }
}

/** One kind of problem is told by its own code, several as wrong fields. */
export function refuseProblems(problems: Problems): void {
  const codes = new Set(Object.values(problems));
  const [code] = codes;
  if (code === undefined) return;
  refuse(codes.size === 1 && isRefusalCode(code) ? code : 'FIELDS', {}, problems);
}

function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals.en, code);
}

/** Problems with their paths under another field; the same where the path is empty. */
export function prefixed(path: string, problems: Problems): Problems {
  if (path === '') return problems;
  return Object.fromEntries(Object.entries(problems).map(([field, code]) => [`${path}.${field}`, code]));
}
