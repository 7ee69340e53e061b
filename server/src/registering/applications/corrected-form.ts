import type { CandidateInput, GuardianInput, GuardianType, IdType, PickupPersonInput } from '@exam/contract/entities';
import { type ArrivalWay, type CandidateForm, checkIdentity } from '@exam/contract/rules';
import { dobOf, genderOf } from '#platform/birth';
import type { OpenedApplication } from './unseal.ts';

/** What staff correct; what is absent stays as it is. */
export type Correction = Partial<Omit<CandidateInput, 'guardianModel' | 'noGivenName'>> & {
  noGivenName?: boolean | undefined;
  guardian?: GuardianInput | undefined;
  leave?:
    | {
        leaveAlone: boolean | null;
        pickupPerson?: PickupPersonInput | null | undefined;
        consent?: { by: GuardianType; arrivedBy: ArrivalWay } | undefined;
      }
    | undefined;
};

/** The stored person with the correction laid over it. */
export function formOf({ row, ...opened }: OpenedApplication, changes: Correction, today: string): CandidateForm {
  const { guardian, leave: _leave, ...own } = changes;
  const idType = own.idType ?? opened.idType;
  const idNo = own.idNo ?? opened.idNo();
  const stored: Pick<CandidateForm, 'lastName' | 'firstName' | 'nameZh' | 'gender' | 'dob' | 'email' | 'mobile'> = {
    lastName: row.last_name,
    firstName: row.first_name,
    nameZh: opened.nameZh,
    email: opened.email,
    mobile: opened.mobile,
    ...(isToldBy({ idType, idNo, today }, own)
      ? {}
      : { gender: genderOf('application', row), dob: dobOf('application', row) }),
  };
  const form = { ...stored, ...own, idType, idNo };
  return {
    ...form,
    noGivenName: own.noGivenName ?? form.firstName.trim() === '',
    guardianModel: guardian ?? guardianForm(opened.guardian),
  };
}

/** A new document that tells birth date and gender replaces what was told before it. */
function isToldBy({ idType, idNo, today }: { idType: IdType; idNo: string; today: string }, own: Correction): boolean {
  const identity = checkIdentity(idType, idNo, { today });
  return own.idNo !== undefined && identity.ok && identity.birthDate !== undefined;
}

function guardianForm(guardian: OpenedApplication['guardian']): CandidateForm['guardianModel'] {
  if (guardian === null) return null;
  const { name, idType, mobile, type } = guardian;
  const known = (['Father', 'Mother', 'LegalGuardian', 'Other'] as const).find((each) => each === type);
  return { name, idType, idNo: guardian.idNo(), mobile, type: known ?? 'Other' };
}
