import { createHash } from 'node:crypto';
import { mostReasonRecords, type RecordKind } from '@exam/contract/rules';
import { sql } from 'kysely';
import { hasOpenProposal } from '#office/approvals';
import { audit } from '#office/audit';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import type { RefusalRecorders } from '#platform/http/staff/refusals';
import { approvalFor, type Look, noteLooks } from './looks.ts';
import { keepReason } from './reasons.ts';

/** The kind of proposal that gives an approval for the case of one child. */
export const caseKind = 'minorCase';

type Refused = { recordKind: RecordKind; recordId: string; cause: 'missing' | 'expired'; isAsked: boolean };

/**
 * Lets staff look at records, and notes that they did: every way to a person's page, file, whole value or exported list passes here.
 * For minors it asks for a valid approval: one for the case of the child, or a standing one and a reason, the call's own or that of the day
 * (3-domain 6.3).
 * @throws Refusal MINOR_APPROVAL_NEEDED (403) when one of the records is a minor's and no approval covers it; who was refused is kept.
 *   MINOR_REASON_NEEDED (412) when a standing approval covers them and no reason was given yet.
 */
export async function openRecords(tx: Tx, staff: StaffActor, look: Look & { kind: RecordKind }): Promise<void> {
  const { rows } = await sql<{ id: string; isStanding: boolean; hadOne: boolean }>`
    select record.id, exists (${approvalFor(staff.id, 'record')}) as "isStanding", exists (
      select from minor_approval earlier
      where earlier.staff_id = ${staff.id} and (earlier.person_key is null or earlier.person_key = record.person_key)) as "hadOne"
    from person_record record
    where record.kind = ${look.kind} and record.id = any(${[...look.ids]}::uuid[]) and record.is_minor
      and not exists (select from (${approvalFor(staff.id, 'record')}) best where best.person_key is not null or ${hasReason(look)})
    order by "isStanding", record.id limit ${mostReasonRecords}`.execute(tx);
  const [refused] = rows;
  if (refused && !refused.isStanding) {
    const objectId = askOf(staff.id, refused.id);
    const details: Refused = {
      recordKind: look.kind,
      recordId: refused.id,
      cause: refused.hadOne ? 'expired' : 'missing',
      isAsked: await hasOpenProposal(tx, { kind: caseKind, objectId }),
    };
    throw new Refusal('MINOR_APPROVAL_NEEDED', { details });
  }
  if (refused) {
    const details = { recordKind: look.kind, recordIds: rows.map(({ id }) => id) };
    throw new Refusal('MINOR_REASON_NEEDED', { details });
  }
  const { kind: recordKind, ids: recordIds, reason } = look;
  if (look.act === 'Changed' && typeof reason === 'string')
    await keepReason(tx, staff.id, { recordKind, recordIds, reason });
  await noteLooks(tx, staff, look);
}

const hasReason = ({ reason }: Look): boolean => typeof reason === 'string';

/**
 * The same for what tells of an account: where it holds minors, their approval is asked for and each of them gets the row, for its owner's
 * contacts are their guardian's. An account without minors needs none.
 * @throws Refusal as `openRecords`.
 */
export async function openHousehold(
  tx: Tx,
  staff: StaffActor,
  { accountId, ...look }: Omit<Look, 'kind' | 'ids'> & { accountId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select record.id from person_record record
    where record.kind = 'candidate' and record.account_id = ${accountId} and record.is_minor
      and not exists (select from out_of_use gone where gone.id = record.id)
    order by record.id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await openRecords(tx, staff, { ...look, kind: 'candidate', ids });
}

/** The object of a request for approval: one of one person about one record at a time. */
export function askOf(staffId: string, recordId: string): string {
  const hex = createHash('sha256').update(`${staffId} ${recordId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Keeps who was refused the record of a minor, and by which call; in a transaction of its own, for the call's is rolled back. */
async function keepRefusal(staff: StaffActor, call: string, { recordKind, recordId, cause }: Refused): Promise<void> {
  await inTransaction((tx) =>
    audit(tx, {
      staff,
      action: 'minors.refused',
      object: { kind: recordKind, id: recordId },
      after: { call, cause },
    }),
  );
}

/** Whoever was refused the record of a minor stays in the audit. */
export const refusals: RefusalRecorders = {
  MINOR_APPROVAL_NEEDED: async ({ staff, call, refusal }) => {
    const { details } = refusal;
    if (isRefused(details)) await keepRefusal(staff, call, details);
  },
};

function isRefused(details: object | undefined): details is Refused {
  return details !== undefined && 'recordKind' in details && 'recordId' in details && 'cause' in details;
}
