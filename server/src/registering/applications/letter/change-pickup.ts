import type { PickupPersonInput } from '@exam/contract/entities';
import { pickupEditableStates } from '@exam/contract/machines';
import type { Language } from '@exam/contract/messages';
import {
  checkLeaveConsents,
  chinaDateOf,
  type ConsentStatement,
  leaveChoiceOf,
  type TickedConsent,
} from '@exam/contract/rules';
import { sql } from 'kysely';
import { consentRows, keepEvidence as keepConsents } from '#people/consents';
import { askAboutLeaving, numberToAsk, takeLimitsOfLink, tellOfPickup } from '#people/guardians';
import { dobOf } from '#platform/birth';
import { readNow } from '#platform/clock';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { record } from '#platform/transition';
import { papersByIds, sessionsForSale } from '#offer/sessions';
import { readLeave, type Problems } from '../submission/entry.ts';
import { isSamePerson, openIdNo, pickupOfApplication } from '../unseal.ts';
import { writePerson, type WrittenPerson } from '../submission/snapshot.ts';
import { startOf } from './availability.ts';
import { type ApplicationRow, findApplication, peopleOf, sessionSubjectIdsOf } from '../store.ts';

export type PickupChange = {
  accountId: string;
  applicationId: string;
  leaveAlone: boolean;
  applicationPickupPerson?: PickupPersonInput | null | undefined;
  consents: readonly TickedConsent[];
  language: Language;
  ip: string;
  device: string;
};

/**
 * Changes who picks a minor up, or whether they leave alone: the only thing a user may change after payment, until the exam
 * starts (R-27, 9.1 #17). Leaving alone needs the guardian's statement, which is kept as evidence; a guardian with a number of their own is asked
 * by it, and comes until they have agreed; of somebody else who comes they are told. The letter becomes a new version.
 * @throws Refusal NOT_FOUND; ILLEGAL_STATE; PICKUP_TOO_LATE; RATE_LIMITED; FIELDS under `leaveAlone`, `consents` and `applicationPickupPerson.…`.
 */
export async function changePickup(change: PickupChange): Promise<void> {
  const { accountId, applicationId } = change;
  const number = await reading(async (tx) => {
    const { row, leaveAlone } = await checkChange(tx, change, { lock: false });
    return asksGuardian(row, leaveAlone) ? await numberToAsk(tx, applicationId) : null;
  });
  if (number !== null) await takeLimitsOfLink(accountId, number);
  await inTransaction(async (tx) => {
    const { row, leaveAlone, pickupPerson, statements, now } = await checkChange(tx, change, { lock: true });
    await tx
      .updateTable('application')
      .set({
        leave_alone: leaveAlone,
        leaving_ticked_at: leaveAlone ? now : null,
        letter_version: sql<number>`letter_version + 1`,
      })
      .where('id', '=', row.id)
      .execute();
    const before = await pickupOfApplication(tx, row.id);
    await tx
      .deleteFrom('application_person')
      .where('application_id', '=', row.id)
      .where('role', '=', 'PickupPerson')
      .execute();
    if (pickupPerson) await writePerson(tx, row.id, 'PickupPerson', pickupPerson);
    await keepEvidence(tx, { row, change, now, statements });
    await record(tx, {
      kind: 'application',
      id: row.id,
      event: 'changePickup',
      actor: { kind: 'candidate', id: accountId },
    });
    if (asksGuardian(row, leaveAlone)) await askAboutLeaving(tx, row.id);
    if (pickupPerson && !isSamePerson(before, pickupPerson)) await tellOfPickup(tx, row.id);
    await enqueue(tx, 'letters.plan', { applicationId: row.id }, { jobKey: `letter:${row.id}` });
  });
}

const asksGuardian = (row: ApplicationRow, leaveAlone: boolean) => leaveAlone && row.leave_alone !== true;

type Checked = {
  row: ApplicationRow;
  leaveAlone: boolean;
  pickupPerson: WrittenPerson | null;
  statements: ConsentStatement[];
  now: string;
};

/** What is chosen, where it may be. @throws Refusal as `changePickup`. */
async function checkChange(tx: Tx, change: PickupChange, { lock }: { lock: boolean }): Promise<Checked> {
  const { accountId, applicationId: id } = change;
  const row = (await findApplication(tx, { accountId, id, lock })) ?? refuse('NOT_FOUND');
  if (!pickupEditableStates.some((state) => state === row.status)) refuse('ILLEGAL_STATE');
  const [session] = await sessionsForSale(tx, [row.session_id]);
  const { examDate } = session ?? refuse('NOT_FOUND');
  const now = await readNow(tx);
  if (now >= (await startsAt(tx, row.id))) refuse('PICKUP_TOO_LATE');
  const problems: Problems = {};
  // Who was a minor at submission is treated as one: the day of submission decides.
  const born = { dob: dobOf('application', row), personKey: row.person_key, idNo: openIdNo(row) };
  const person = { ...born, examDate, today: chinaDateOf(row.created_at) };
  const { leaveAlone, pickupPerson } = readLeave(change, person, problems);
  const consents = checkLeaveConsents(leaveChoiceOf({ leaveAlone, pickupPerson }), change.consents);
  if (!consents.ok) problems['consents'] = consents.code;
  if (Object.keys(problems).length > 0) refuse('FIELDS', {}, problems);
  if (leaveAlone === null) return refuse('FIELDS', {}, { leaveAlone: 'LEAVE_NOT_FOR_ADULTS' });
  return { row, leaveAlone, pickupPerson, statements: consents.ok ? consents.given : [], now };
}

async function startsAt(tx: Tx, applicationId: string): Promise<string> {
  const ids = (await sessionSubjectIdsOf(tx, [applicationId])).get(applicationId) ?? [];
  return startOf(await papersByIds(tx, ids));
}

type Evidence = { row: ApplicationRow; change: PickupChange; now: string; statements: ConsentStatement[] };

async function keepEvidence(tx: Tx, { row, change, now, statements }: Evidence): Promise<void> {
  const { accountId, language, ip, device } = change;
  const guardian = (await peopleOf(tx, row.id)).find((person) => person.role === 'Guardian') ?? null;
  const rows = consentRows(
    { accountId, now, evidence: { language, ip, device, recipient: null } },
    { candidate: { id: row.candidate_id }, guardian, statements },
  );
  await keepConsents(
    tx,
    rows.map((each) => ({ ...each, application_id: row.id })),
  );
}
