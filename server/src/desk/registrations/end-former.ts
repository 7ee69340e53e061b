import * as z from 'zod/mini';
import { openRecords } from '#office/access';
import { propose, type Proposal, type Proposals } from '#office/approvals';
import { audit } from '#office/audit';
import { endNumber, formerGuardians, reinstateNumber, wrongNumber } from '#people/guardians';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { lockDeskRow } from './store.ts';

/** `version`: what the proposer saw, so that the guardian who is named now is the one that the colleague agreed to. */
const proposed = z.object({ caseId: z.uuid(), version: z.int() });

type Ending = { id: string; version: number; caseId: string; reason: string };

/**
 * Asks a second person to find that a number which was named as the guardian's before is not one's, as where the account mistyped it: nobody alone sets
 * aside who has not been heard (decision 0091).
 * @returns the proposal's id.
 * @throws as `lockDeskRow`; Refusal ILLEGAL_STATE where that number is not waited for; PROPOSAL_OPEN.
 */
export async function proposeEnd(tx: Tx, staff: StaffActor, { id, version, caseId, reason }: Ending): Promise<string> {
  const { code, officeId } = await lockDeskRow(tx, staff, { id, version });
  await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'applications.get', act: 'Changed', reason });
  if (!(await formerGuardians(tx, id)).some((former) => former.caseId === caseId)) refuse('ILLEGAL_STATE');
  return await propose(tx, {
    kind: 'formerGuardian',
    objectId: id,
    label: code,
    officeId,
    payload: { caseId, version },
    staff,
    reason,
  });
}

/** What the second person's approval does. @throws Refusal NOT_FOUND in another office; VERSION_CONFLICT where it was changed since; ILLEGAL_STATE as `endNumber`. */
async function performEnd(tx: Tx, { objectId, reason, payload }: Proposal, staff: StaffActor): Promise<void> {
  const { caseId, version } = proposed.parse(payload);
  const { personKey } = await lockDeskRow(tx, staff, { id: objectId, version });
  await endNumber(tx, { objectId, caseId });
  await audit(tx, {
    staff,
    action: 'applications.endFormer',
    object: { kind: 'application', id: objectId },
    reason,
    people: [personKey],
  });
}

/**
 * Asks a second person to find that a number which was found not to be a guardian's is one after all: a link about the child goes to it again. What the
 * privacy office found of whoever had objected, it decides (decision 0091).
 * @returns the proposal's id.
 * @throws as `lockDeskRow` and `wrongNumber`; PROPOSAL_OPEN.
 */
export async function proposeReinstatement(
  tx: Tx,
  staff: StaffActor,
  { id, version, caseId, reason }: Ending,
): Promise<string> {
  const { code, officeId } = await lockDeskRow(tx, staff, { id, version });
  await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'applications.get', act: 'Changed', reason });
  const { isObjector } = await wrongNumber(tx, { objectId: id, caseId });
  const kind = isObjector ? 'reinstatedObjector' : 'reinstatedGuardian';
  return await propose(tx, { kind, objectId: id, label: code, officeId, payload: { caseId, version }, staff, reason });
}

/** What the second person's approval does. @throws Refusal as `performEnd`; ILLEGAL_STATE as `reinstateNumber`. */
async function performReinstatement(
  tx: Tx,
  { kind, objectId, reason, payload }: Proposal,
  staff: StaffActor,
): Promise<void> {
  const { caseId, version } = proposed.parse(payload);
  const { personKey } = await lockDeskRow(tx, staff, { id: objectId, version });
  await reinstateNumber(tx, { objectId, caseId, isObjector: kind === 'reinstatedObjector' });
  await audit(tx, {
    staff,
    action: 'applications.reinstateGuardian',
    object: { kind: 'application', id: objectId },
    reason,
    people: [personKey],
  });
}

/** What two persons decide about a number that was named as the guardian's. */
export const numberProposals = {
  formerGuardian: performEnd,
  reinstatedGuardian: performReinstatement,
  reinstatedObjector: performReinstatement,
} as const satisfies Proposals;

/** Their kinds. */
export const numberKinds = Object.keys(numberProposals);
