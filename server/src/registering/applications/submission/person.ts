import type { CandidateInput, GuardianInput } from '@exam/contract/entities';
import { checkGuardian, checkIdentity, chinaDateOf, under } from '@exam/contract/rules';
import { candidateForSubmission, saveCandidate, type OpenedGuardian } from '#people/candidates';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import type { EntryInput } from './entry.ts';
import { prefixed } from './prepare.ts';

/** A person of a single submission: a saved candidate, or the whole form, which is saved to the account's list first. */
export type PersonInput = Omit<EntryInput, 'candidateId' | 'guardian'> & {
  applicationCandidate: { candidateId: string } | CandidateInput;
  applicationGuardian?: GuardianInput | null | undefined;
};

/** The saved candidate that a single submission is about, and the guardian it names for this registration. */
export async function entryOf(tx: Tx, input: PersonInput & { accountId: string }): Promise<EntryInput> {
  const { applicationCandidate: sent, accountId } = input;
  const shared = {
    leaveAlone: input.leaveAlone,
    applicationPickupPerson: input.applicationPickupPerson,
    consents: input.consents,
  };
  if ('candidateId' in sent) {
    const guardian = await guardianOf(tx, {
      accountId,
      candidateId: sent.candidateId,
      form: input.applicationGuardian ?? null,
    });
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
  return { name, idType, idNo, mobile, type: checked.person.type ?? 'Other' };
}
