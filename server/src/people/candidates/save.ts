import type { CandidateInput } from '@exam/contract/entities';
import { checkCandidate, type CandidateForm, type CheckedCandidate } from '@exam/contract/rules';
import type { Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { checkGuardianConsents, consentToChange, keepGuardianConsents, type Keeping } from './child-consent.ts';
import { openCandidate, openChineseName, type OpenedCandidate } from './unseal.ts';
import {
  findByPersonKey,
  findCandidate,
  insertCandidate,
  personKeyOf,
  updateCandidate,
  withGuardians,
} from './store.ts';
import { readToday } from './china-date.ts';

/** A guardian whose number may be one that is kept already. */
type KnownGuardian = Omit<NonNullable<CandidateInput['guardianModel']>, 'idNo'> & { idNo?: string };

/** Somebody new; `guardianAsOf`: the saved candidate whose guardian it is, if that is so. */
export type CandidateAddition = Omit<CandidateInput, 'guardianModel'> & {
  guardianModel?: KnownGuardian | null;
  guardianAsOf?: { candidateId: string };
};

/** A change of a saved candidate: what is absent stays, null clears. */
export type CandidateChange = Omit<CandidateInput, 'idNo' | 'guardianModel'> & {
  id: string;
  idNo?: string;
  guardianModel?: KnownGuardian | null;
};

/**
 * Adds a candidate to the account's list.
 * @returns the new id.
 * @throws Refusal FIELDS with a code for each wrong field; CONSENT_INCOMPLETE, CONSENT_OUTDATED for a child under 14 without its
 * guardian's consent; CANDIDATE_DUPLICATE when the document is in this list already; NOT_FOUND for `guardianAsOf` another account's.
 */
export async function addCandidate(
  tx: Tx,
  keeping: Keeping,
  { guardianAsOf, guardianModel, ...form }: CandidateAddition,
): Promise<string> {
  const today = await readToday(tx);
  const known = guardianAsOf === undefined ? null : await guardianOf(tx, keeping.accountId, guardianAsOf.candidateId);
  const person = checked({ ...form, guardianModel: guardianModel && mergedGuardian(known, guardianModel) }, today);
  checkGuardianConsents(keeping, person, today);
  const id = await refusingDuplicates(() => insertCandidate(tx, keeping.accountId, person));
  await keepGuardianConsents(tx, keeping, [{ id, person }], today);
  return id;
}

/**
 * Changes a saved candidate. Document numbers that are absent stay as they are stored, and a masked one is refused like any
 * other that is not a number, so that a mask is never written back. Snapshots in applications do not change.
 * @throws Refusal NOT_FOUND for a candidate that is absent or another account's; otherwise as `addCandidate`.
 */
export async function changeCandidate(tx: Tx, keeping: Keeping, change: CandidateChange): Promise<void> {
  const rows = await findCandidate(tx, { accountId: keeping.accountId, id: change.id, lock: 'changed' });
  if (!rows) refuse('NOT_FOUND');
  const today = await readToday(tx);
  const person = checked(merged(openCandidate(rows), change), today);
  await consentToChange(tx, keeping, { id: change.id, person }, today);
  await refusingDuplicates(() => updateCandidate(tx, rows, person));
}

/**
 * Saves the person of a submission in the account's list: the entry with this document is changed, or a new one is added
 * the person is saved first and referenced by id). What the submission asks of a minor's guardian covers keeping the child.
 * @returns the id of the entry.
 * @throws Refusal FIELDS as `addCandidate`.
 */
export async function saveCandidate(
  tx: Tx,
  { accountId, form }: { accountId: string; form: CandidateInput },
): Promise<string> {
  const person = checked(form, await readToday(tx));
  const known = await findByPersonKey(tx, { accountId, personKey: personKeyOf(person.comparable), lock: true });
  const [stored] = known === null ? [] : await withGuardians(tx, [known]);
  if (!stored) return refusingDuplicates(() => insertCandidate(tx, accountId, person));
  // Who does not know the field does not empty it.
  const nameZh = form.nameZh === undefined ? openChineseName(stored.candidate) : person.nameZh;
  await updateCandidate(tx, stored, { ...person, nameZh });
  return stored.candidate.id;
}

function checked(form: CandidateForm, today: string): CheckedCandidate {
  const result = checkCandidate(form, { today });
  return result.ok ? result.person : refuseFields(result.fields);
}

/** The stored person with the change laid over it. What a new document may tell otherwise is not taken from the old one. */
function merged(stored: OpenedCandidate, change: CandidateChange): CandidateForm {
  const isSameDocument = change.idType === stored.idType && change.idNo === undefined;
  const { guardianModel, ...rest } = change;
  return {
    ...rest,
    idNo: change.idNo ?? stored.idNo,
    gender: change.gender ?? (isSameDocument ? stored.gender : undefined),
    dob: change.dob ?? (isSameDocument ? stored.dob : undefined),
    noGivenName: change.noGivenName ?? change.firstName.trim() === '',
    email: change.email === undefined ? stored.email : change.email,
    nameZh: change.nameZh === undefined ? stored.nameZh : change.nameZh,
    mobile: change.mobile === undefined ? stored.mobile : change.mobile,
    guardianModel: mergedGuardian(stored.guardian, guardianModel),
  };
}

async function guardianOf(tx: Tx, accountId: string, id: string): Promise<OpenedCandidate['guardian']> {
  const rows = (await findCandidate(tx, { accountId, id })) ?? refuse('NOT_FOUND');
  return openCandidate(rows).guardian;
}

function mergedGuardian(
  stored: OpenedCandidate['guardian'],
  change: CandidateChange['guardianModel'],
): CandidateForm['guardianModel'] {
  if (change === undefined) return stored;
  return change && { ...change, idNo: change.idNo ?? stored?.idNo ?? '', type: change.type ?? stored?.type };
}

async function refusingDuplicates<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) refuse('CANDIDATE_DUPLICATE', undefined, { idNo: 'CANDIDATE_DUPLICATE' });
    throw error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'candidate_one_per_account';
}
