import { minorApprovalDays, recordKinds, type RecordKind } from '@exam/contract/rules';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type Proposal, propose } from '#office/approvals';
import { audit } from '#office/audit';
import { randomId } from '#platform/chance';
import { plusSeconds, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { checkOffice, may, type StaffActor } from '#platform/staff-http';
import { checkKnown } from './offices.ts';
import { askOf, caseKind } from './open-records.ts';
import { endReasonsOfDay, readers } from './reasons.ts';

/** The kind of proposal that gives a standing approval. */
export const standingKind = 'minorStanding';

type Asked = { recordKind: RecordKind; recordId: string; reason: string };

/**
 * Asks a second person for an approval of the case of one child. The privacy office asks for one who waits for deletion too: it sees the
 * child by the request alone (PIPL 47).
 * @returns the proposal's id.
 * @throws Refusal FORBIDDEN, NOT_FOUND where the record is not theirs to read; RECORD_NOT_MINOR; PROPOSAL_OPEN when they asked already.
 */
export async function askForCase(tx: Tx, staff: StaffActor, { recordKind, recordId, reason }: Asked): Promise<string> {
  if (!readers[recordKind].some((right) => may(staff, right))) refuse('FORBIDDEN');
  const withRestricted = recordKind === 'candidate' && may(staff, 'privacy:write');
  const record = (await recordOf(tx, { recordKind, recordId, withRestricted })) ?? refuse('NOT_FOUND');
  if (recordKind !== 'candidate') checkOffice(staff, record.officeId);
  else if (!may(staff, 'privacy:write')) await checkKnown(tx, staff, record.personKey);
  if (!record.isMinor) refuse('RECORD_NOT_MINOR');
  const objectId = askOf(staff.id, recordId);
  const payload = { recordKind, recordId };
  // A saved candidate belongs to no office: a colleague of the office of whoever asks decides.
  const [ownOffice = null] = staff.offices === 'all' ? [] : staff.offices;
  const officeId = record.officeId ?? ownOffice;
  return await propose(tx, { kind: caseKind, objectId, label: record.code, officeId, payload, staff, reason });
}

/** Asks a second person for a standing approval of one's own. @throws Refusal PROPOSAL_OPEN when they asked already. */
export async function askForStanding(tx: Tx, staff: StaffActor, reason: string): Promise<string> {
  return await propose(tx, { kind: standingKind, objectId: staff.id, label: staff.name, staff, reason });
}

const casePayload = z.object({ recordKind: z.enum(recordKinds), recordId: z.string() });

/** Gives the approval of a case to whoever asked. @throws Refusal NOT_FOUND when the record is gone meanwhile. */
export async function giveCase(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { recordKind, recordId } = casePayload.parse(proposal.payload);
  // Whether somebody else may see who waits for deletion is asked when it is opened: an approval alone shows nobody.
  const withRestricted = recordKind === 'candidate';
  const record = (await recordOf(tx, { recordKind, recordId, withRestricted })) ?? refuse('NOT_FOUND');
  const { proposedBy: staffId, reason } = proposal;
  const about = { recordKind, recordId, personKey: record.personKey };
  await give(tx, staff, { staffId, givenBy: staff.id, reason, about });
}

/** Gives a standing approval to whoever asked. */
export async function giveStanding(tx: Tx, proposal: Proposal, staff: StaffActor): Promise<void> {
  const { proposedBy: staffId, reason } = proposal;
  await give(tx, staff, { staffId, givenBy: staff.id, reason, about: null });
}

type About = { recordKind: RecordKind; recordId: string; personKey: Buffer };
type Given = { staffId: string; givenBy: string; reason: string; about: About | null };

async function give(tx: Tx, staff: StaffActor, given: Given): Promise<void> {
  const { id, expiresAt } = await writeApproval(tx, given);
  const { about, staffId, reason } = given;
  await audit(tx, {
    staff,
    action: 'minors.approve',
    object: { kind: 'minorApproval', id },
    reason,
    after: {
      staffId,
      expiresAt,
      isStanding: about === null,
      ...(about && { recordKind: about.recordKind, recordId: about.recordId }),
    },
  });
}

/** Writes an approval that holds from now on; seven days for a case, a year for a standing approval. */
export async function writeApproval(tx: Tx, given: Given): Promise<{ id: string; expiresAt: string }> {
  const { staffId, givenBy, reason, about } = given;
  const id = randomId();
  const days = about ? minorApprovalDays.case : minorApprovalDays.standing;
  const now = await readNow(tx);
  const expiresAt = plusSeconds(now, days * 86_400);
  await tx
    .insertInto('minor_approval')
    .values({
      id,
      staff_id: staffId,
      person_key: about?.personKey ?? null,
      record_kind: about?.recordKind ?? null,
      record_id: about?.recordId ?? null,
      reason,
      given_at: now,
      given_by: givenBy,
      expires_at: expiresAt,
    })
    .execute();
  return { id, expiresAt };
}

/** Takes an approval back. @throws Refusal NOT_FOUND; ILLEGAL_STATE when it has ended. */
export async function endApproval(tx: Tx, staff: StaffActor, given: { id: string; reason: string }): Promise<void> {
  const row = await tx
    .selectFrom('minor_approval')
    .selectAll()
    .where('id', '=', given.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  if (row.ended_at !== null || row.expires_at <= (await readNow(tx))) refuse('ILLEGAL_STATE');
  await tx
    .updateTable('minor_approval')
    .set({ ended_at: sql<string>`app_now()`, ended_by: staff.id, end_reason: given.reason })
    .where('id', '=', given.id)
    .execute();
  if (row.person_key === null) await endReasonsOfDay(tx, row.staff_id, { endedBy: staff.id, reason: given.reason });
  const object = { kind: 'minorApproval', id: given.id } as const;
  await audit(tx, {
    staff,
    action: 'minors.endApproval',
    object,
    reason: given.reason,
    after: { staffId: row.staff_id },
  });
}

type Found = { officeId: string | null; code: string | null; personKey: Buffer; isMinor: boolean };

type Which = { recordKind: RecordKind; recordId: string; withRestricted: boolean };

async function recordOf(tx: Tx, { recordKind, recordId, withRestricted }: Which): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select office_id as "officeId", code, person_key as "personKey", is_minor as "isMinor"
    from person_record where kind = ${recordKind} and id = ${recordId}
      and (${withRestricted} or not exists (select from out_of_use gone where gone.id = person_record.id))`.execute(tx);
  return rows[0];
}
