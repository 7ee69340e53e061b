import { maskEmail, maskPhone } from '@exam/contract/rules';
import type { CorrectionInput } from '@exam/contract/staff';
import { correctApplication, type Correction, type OpenedApplication, type OpenedPerson } from '#applications';
import { audit } from '#audit';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { lockDeskRow } from './store.ts';

type Correcting = { id: string; version: number; changes: CorrectionInput; reason: string };

/**
 * Staff correct the data of a registration for a reason; the audit keeps before and after of what changed, numbers and addresses
 * masked. The letter has a new version where it shows what changed.
 * @throws as `lockDeskRow` and `correctApplication`.
 */
export async function correctRegistration(
  tx: Tx,
  staff: StaffActor,
  { id, version, changes, reason }: Correcting,
): Promise<{ isLetterRenewed: boolean }> {
  const { personKey } = await lockDeskRow(tx, staff, { id, version });
  const actor = { kind: 'staff', id: staff.id } as const;
  const corrected = await correctApplication(tx, { id, version, changes: given(changes), actor });
  const [before, after] = difference(told(corrected.before), told(corrected.after));
  await audit(tx, {
    staff,
    action: 'applications.correct',
    object: { kind: 'application', id },
    reason,
    before,
    after,
    people: [personKey, corrected.after.row.person_key],
  });
  return { isLetterRenewed: corrected.isLetterRenewed };
}

/** Fields that were sent as undefined are not there. */
function given(changes: CorrectionInput): Correction {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

type Told = Readonly<Record<string, string | boolean | null>>;

/** A registration as the audit may keep it: ten years, so masked. */
function told({ row, idType, email, mobile, guardian, pickupPerson }: OpenedApplication): Told {
  return {
    lastName: row.last_name,
    firstName: row.first_name,
    idType,
    idNo: row.id_no_masked,
    gender: row.gender,
    dob: row.dob,
    email: email && maskEmail(email),
    mobile: mobile && maskPhone(mobile),
    leaveAlone: row.leave_alone,
    guardian: toldPerson(guardian),
    pickupPerson: toldPerson(pickupPerson),
  };
}

function toldPerson(person: OpenedPerson | null): string | null {
  return person && `${person.name}, ${person.idType} ${person.idNoMasked}, ${maskPhone(person.mobile)}`;
}

function difference(before: Told, after: Told): [Told, Told] {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  const only = (told: Told) => Object.fromEntries(changed.map((name) => [name, told[name] ?? null]));
  return [only(before), only(after)];
}
