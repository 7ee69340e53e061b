import type { CorrectionInput } from '@exam/contract/staff';
import { openRecords } from '#office/access';
import {
  correctApplication,
  type Correction,
  type OpenedApplication,
  type OpenedPerson,
} from '#registering/applications';
import { audit } from '#office/audit';
import { dobOf, genderOf } from '#platform/birth';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { lockDeskRow } from './store.ts';

type Correcting = { id: string; version: number; changes: CorrectionInput; reason: string };

/**
 * Staff correct the data of a registration for a reason; the audit keeps which fields changed, their values masked. The letter has a new version where it shows what changed.
 * @throws as `lockDeskRow` and `correctApplication`.
 */
export async function correctRegistration(
  tx: Tx,
  staff: StaffActor,
  { id, version, changes, reason }: Correcting,
): Promise<{ isLetterRenewed: boolean }> {
  const { personKey } = await lockDeskRow(tx, staff, { id, version });
  await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'applications.get', act: 'Changed', reason });
  const actor = { kind: 'staff', id: staff.id } as const;
  const corrected = await correctApplication(tx, { id, version, changes: given(changes), actor });
  const [before, after] = difference(corrected.before, corrected.after);
  const consent = changes.leave?.leaveAlone === true ? changes.leave.consent : undefined;
  await audit(tx, {
    staff,
    action: 'applications.correct',
    object: { kind: 'application', id },
    reason,
    before,
    after: consent ? { ...after, consentBy: consent.by, consentArrivedBy: consent.arrivedBy } : after,
    people: [personKey, corrected.after.row.person_key],
  });
  return { isLetterRenewed: corrected.isLetterRenewed };
}

/** Fields that were sent as undefined are not there. */
function given(changes: CorrectionInput): Correction {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** What a field says, to be compared; what of it the audit keeps, it decides by the field's class. */
type Facts = Readonly<Record<string, string | boolean | null>>;

function factsOf({ row, nameZh, idType, email, mobile, guardian, pickupPerson }: OpenedApplication): Facts {
  return {
    lastName: row.last_name,
    firstName: row.first_name,
    nameZh,
    idType,
    idNo: row.person_key.toString('hex'),
    gender: genderOf('application', row),
    dob: dobOf('application', row),
    email,
    mobile,
    leaveAlone: row.leave_alone,
    guardian: guardian && wholeOf(guardian),
    pickupPerson: pickupPerson && wholeOf(pickupPerson),
  };
}

function wholeOf({ name, idType, idNo, mobile, type }: OpenedPerson): string {
  return [name, idType, idNo(), mobile, type].join(' ');
}

/** The fields that differ, before and after. */
function difference(before: OpenedApplication, after: OpenedApplication): [object, object] {
  const [old, now] = [factsOf(before), factsOf(after)];
  const changed = Object.keys(now).filter((name) => old[name] !== now[name]);
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  return [only(old), only(now)];
}
