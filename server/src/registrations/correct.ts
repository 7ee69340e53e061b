import { maskEmail, maskName, maskPhone } from '@exam/contract/rules';
import type { CorrectionInput } from '@exam/contract/staff';
import { correctApplication, type Correction, type OpenedApplication, type OpenedPerson } from '#applications';
import { audit } from '#audit';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { lockDeskRow } from './store.ts';

type Correcting = { id: string; version: number; changes: CorrectionInput; reason: string };

/**
 * Staff correct the data of a registration for a reason; the audit keeps before and after of what changed, numbers, addresses
 * and the names of others masked. The letter has a new version where it shows what changed.
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
  const [before, after] = difference(factsOf(corrected.before), factsOf(corrected.after));
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

/** What a field says, to be compared, and how the audit tells it: that is kept for ten years, so masked. */
type Fact = { said: string | boolean | null; told: string | boolean | null };
type Facts = Readonly<Record<string, Fact>>;

function factsOf({ row, idType, email, mobile, guardian, pickupPerson }: OpenedApplication): Facts {
  return {
    lastName: plain(row.last_name),
    firstName: plain(row.first_name),
    idType: plain(idType),
    idNo: { said: row.person_key.toString('hex'), told: row.id_no_masked },
    gender: plain(row.gender),
    dob: plain(row.dob),
    email: { said: email, told: email && maskEmail(email) },
    mobile: { said: mobile, told: mobile && maskPhone(mobile) },
    leaveAlone: plain(row.leave_alone),
    guardian: personFact(guardian),
    pickupPerson: personFact(pickupPerson),
  };
}

const plain = (value: Fact['said']): Fact => ({ said: value, told: value });

function personFact(person: OpenedPerson | null): Fact {
  if (person === null) return plain(null);
  const { name, idType, idNo, idNoMasked, mobile, type } = person;
  return {
    said: [name, idType, idNo(), mobile, type].join(' '),
    told: `${maskName(name)}, ${idType} ${idNoMasked}, ${maskPhone(mobile)}`,
  };
}

function difference(before: Facts, after: Facts): [object, object] {
  const changed = Object.keys(after).filter((name) => before[name]?.said !== after[name]?.said);
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]?.told ?? null]));
  return [only(before), only(after)];
}
