import type { revealFields } from '@exam/contract/staff';
import { openRecords } from '#office/access';
import { openApplications, type OpenedApplication } from '#registering/applications';
import { audit } from '#office/audit';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { findDeskRow } from './store.ts';

type Field = (typeof revealFields)[number];

const values: Readonly<Record<Field, (opened: OpenedApplication) => string | null>> = {
  idNo: ({ idNo }) => idNo(),
  email: ({ email }) => email,
  mobile: ({ mobile }) => mobile,
  guardianName: ({ guardian }) => guardian && guardian.name,
  guardianIdNo: ({ guardian }) => guardian && guardian.idNo(),
  guardianMobile: ({ guardian }) => guardian && guardian.mobile,
  pickupName: ({ pickupPerson }) => pickupPerson && pickupPerson.name,
  pickupIdNo: ({ pickupPerson }) => pickupPerson && pickupPerson.idNo(),
  pickupMobile: ({ pickupPerson }) => pickupPerson && pickupPerson.mobile,
};

type Reveal = { id: string; field: Field; reason: string };

/**
 * Shows one value whole, for a reason; the audit keeps who saw whose (3-domain 6.3).
 * @throws Refusal NOT_FOUND for another office's registration, or a value that it does not have.
 */
export async function revealValue(
  tx: Tx,
  staff: StaffActor,
  { id, field, reason }: Reveal,
): Promise<{ value: string }> {
  const { personKey } = await findDeskRow(tx, staff, id);
  const [opened = refuse('NOT_FOUND')] = await openApplications(tx, [id]);
  const value = values[field](opened) ?? refuse('NOT_FOUND');
  const object = { kind: 'application', id } as const;
  const people = [personKey];
  const entryId = await audit(tx, { staff, action: 'applications.reveal', object, reason, after: { field }, people });
  const look = { kind: 'application', ids: [id], purpose: 'applications.reveal', act: 'Revealed' } as const;
  await openRecords(tx, staff, { ...look, fields: [field], reason, entryId });
  return { value };
}
