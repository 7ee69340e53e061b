import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { record } from '#platform/transition';
import type { Entry, EntryInput } from './entry.ts';
import { formOfOne, keepFormFiles } from './form.ts';
import { entryOf, type PersonInput } from './person.ts';
import { prepare, priceAlone, type AnswersInput, type SittingInput } from './prepare.ts';
import { freeCodes, nameGuardians, newApplication, writeParts, type Submission } from './snapshot.ts';
import { lockCart } from '../store.ts';

export type Submitted = { id: string; code: string; status: 'Initiated'; amount: number; asksGuardian: boolean };

/**
 * Puts one application for each candidate and sitting into the cart, all or none (9.1 #1). No seat is taken.
 * @returns the applications, sitting by sitting, in the order of the entries; `amount` in fen is the price of each by itself.
 * @throws Refusal as `readOffer`; BIRTH_DATE_REQUIRED, UNDER_AGE_TO_REGISTER; INFORMATION_NOT_CONFIRMED;
 *   STEPS_INCOMPLETE; and by path (`entries.1.leaveAlone`) what is wrong with an entry, its consents included;
 *   ALREADY_REGISTERED and ALREADY_IN_CART; NOT_FOUND for a candidate that is not the account's own.
 *   The path of what one of several sittings refuses begins with it: `sittings.1.entries.0.candidateId`.
 */
export async function submitGroup(
  input: AnswersInput & { sittings: readonly SittingInput[]; entries: readonly EntryInput[] },
): Promise<Submitted[]> {
  const { sittings, ...answers } = input;
  return await inTransaction(async (tx) => {
    const made: Submitted[] = [];
    let formFilesId: string | null = null;
    for (const [at, sitting] of sittings.entries()) {
      const atSitting = sittings.length === 1 ? '' : `sittings.${at}.`;
      const pathOf = (index: number) => `${atSitting}entries.${index}`;
      const { submission, entries } = await prepare(tx, { ...answers, ...sitting, pathOf, formFilesId });
      made.push(...(await insertAll(tx, submission, entries)));
      // The answers of all of them hold the same files.
      formFilesId = submission.form?.filesId ?? null;
    }
    return made;
  });
}

/** The same for one candidate; paths have no prefix, those of the person begin with `applicationCandidate` (9.1 #1). */
export async function submit(input: AnswersInput & SittingInput & PersonInput): Promise<Submitted> {
  return await inTransaction(async (tx) => {
    await lockCart(tx, input.accountId);
    const entry = await entryOf(tx, input);
    const { submission, entries } = await prepare(tx, { ...input, entries: [entry], pathOf: () => '' });
    const [submitted] = await insertAll(tx, submission, entries);
    return submitted ?? refuse('INTERNAL');
  });
}

async function insertAll(tx: Tx, whole: Submission, entries: readonly Entry[]): Promise<Submitted[]> {
  const amount = priceAlone(whole.offer, whole.now);
  const codes = await freeCodes(tx, whole.now, entries.length);
  const submitted: Submitted[] = [];
  await keepFormFiles(tx, whole.accountId, whole.form);
  for (const [index, entry] of (await nameGuardians(tx, whole, entries)).entries()) {
    const code = codes[index] ?? refuse('INTERNAL');
    const submission = { ...whole, form: formOfOne(whole.form, index) };
    const row = newApplication(submission, entry, { code, amount });
    await tx.insertInto('application').values(row).execute();
    await writeParts(tx, row.id, submission, entry);
    const actor = { kind: 'candidate', id: submission.accountId } as const;
    await record(tx, { kind: 'application', id: row.id, event: 'create', actor, to: 'Initiated' });
    const asksGuardian = entry.guardianKey !== null;
    submitted.push({ id: row.id, code, status: 'Initiated', amount, asksGuardian });
  }
  return submitted;
}
