import { type EventOf, rightsRequestMachine } from '@exam/contract/machines';
import { adultAge, maskName, lengthSeen } from '@exam/contract/rules';
import type { RightsItem, RightsPage, StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { readNamed } from '#office/access';
import { liftRegistrations } from '#registering/applications';
import { hasOpenProposal, openProposalAbout } from '#office/approvals';
import { audit } from '#office/audit';
import { liftBookings } from '#services/bookings';
import { liftCandidate, maskedIdNo } from '#people/candidates';
import { guardiansElsewhere, objectionDecided, objectionSubjects, tellOfAnswer } from '#people/guardians';
import { notify } from '#people/notices';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { liftRequests } from '#services/post-test';
import { noteShown } from '#platform/http/staff/shown';
import type { StaffActor } from '#platform/staff-http';
import { transition } from '#platform/transition';
import { closeItem } from '#office/work-items';
import { isUncorrected } from './check-correction.ts';
import { checkAnswer, grantKind } from './relatives/grant.ts';
import { presentRelative } from './relatives/page.ts';
import { findRelative } from './relatives/store.ts';
import { deleteForGuardian } from './guardian-window.ts';
import { mistakenKind, type RequestRow, sealAnswer, wordsOf } from './store.ts';

type Search = z.output<StaffCalls['rights.search']['body']>;
type Page = z.output<StaffCalls['rights.search']['reply']>;
type Seen = { id: string; version: number };

const columns = sql`
  request.id, request.code, request.kind, request.status, request.received_at as "receivedAt", request.due_at as "dueAt",
  request.answered_at as "answeredAt", request.taken_by_name as "takenBy",
  request.status in ('Received', 'InReview') and request.alarm_at <= app_now() as "isAlarmed",
  request.status in ('Received', 'InReview') and request.due_at <= app_now() as "isOverdue",
  request.is_by_relative as "isByRelative", request.is_by_guardian as "isByGuardian"`;

/**
 * A page of requests; unless sorted otherwise those that wait for an answer on top, the one that is due first before the others, and of those
 * of one day the one that came first.
 */
export async function searchRequests(tx: Tx, given: Search): Promise<Page> {
  const { pageIndex, pageSize } = given;
  const where = matching(given);
  const order = orderOf(given.sort);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from rights_request request where ${where}`.execute(tx);
  const { rows } = await sql<Omit<RightsItem, 'examDate'>>`
    select ${columns} from rights_request request where ${where}
    order by ${order}, request.received_at, request.id limit ${pageSize} offset ${(pageIndex - 1) * pageSize}`.execute(
    tx,
  );
  const subjects = await objectionSubjects(
    tx,
    rows.flatMap(({ id, kind }) => (kind === 'Objection' ? [id] : [])),
  );
  const list = rows.map((row) => ({ ...row, examDate: subjects.get(row.id)?.examDate ?? null }));
  return { list, pageIndex, pageSize, recordCount: counted[0]?.count ?? 0 };
}

const open = sql`request.status in ('Received', 'InReview')`;

function matching({ status, kind, isOpen, isByRelative, search }: Search) {
  return sql`true
    ${status === undefined ? sql`` : sql`and request.status = ${status}`}
    ${kind === undefined ? sql`` : sql`and request.kind = ${kind}`}
    ${isOpen === undefined ? sql`` : isOpen ? sql`and ${open}` : sql`and not ${open}`}
    ${isByRelative === undefined ? sql`` : sql`and request.is_by_relative = ${isByRelative}`}
    ${search === undefined ? sql`` : sql`and request.code = ${search.trim().toUpperCase()}`}`;
}

function orderOf(sort: Search['sort']) {
  const column = sort?.endsWith('receivedAt') ? sql`request.received_at` : sql`request.due_at`;
  return sort === undefined
    ? sql`${open} desc, ${column}`
    : sql`${column} ${sort.startsWith('-') ? sql`desc` : sql`asc`}`;
}

type PageRow = Omit<
  RightsPage,
  | 'wish'
  | 'answer'
  | 'relative'
  | 'elsewhere'
  | 'needsApproval'
  | 'candidateIdNo'
  | 'isUncorrected'
  | 'examDate'
  | 'about'
  | 'proposal'
> & {
  isMinor: boolean;
  id_no_sealed: Buffer | null;
  person_key: Buffer | null;
} & Pick<RequestRow, 'wish_sealed' | 'answer_sealed'>;

/** One request with whom it is about, masked, and whether the reader needs an approval to see more. @throws Refusal NOT_FOUND */
export async function showPage(tx: Tx, staff: StaffActor, id: string): Promise<RightsPage> {
  const { rows } = await sql<PageRow>`
    select ${columns}, request.account_id as "accountId", candidate.id as "candidateId",
      nullif(trim(candidate.last_name || ' ' || candidate.first_name), '') as "candidateName",
      candidate.id_no_sealed, case when candidate.anonymised_at is null then candidate.person_key end as person_key,
      candidate.restricted_at is not null and candidate.anonymised_at is null as "isRestricted",
      coalesce(candidate.anonymised_at is null
        and age_by_year(candidate.birth_year, candidate.birthday_past_in, (app_now() at time zone 'Asia/Shanghai')::date) < ${adultAge}, false) as "isMinor", request.waits_until as "waitsUntil",
      case when request.kind = 'Objection' then (select count(*)::integer from consent_withdrawal gone where gone.request_id = request.id
        and not exists (select from consent_restoration back
          where back.consent_id = gone.consent_id and back.request_id = gone.request_id)) else 0 end as "endedConsents",
      request.answered_by_name as "answeredBy", request.version, request.wish_sealed, request.answer_sealed
    from rights_request request left join candidate on candidate.id = request.candidate_id where request.id = ${id}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return refuse('NOT_FOUND');
  const { wish_sealed, answer_sealed, id_no_sealed, person_key: _, isMinor, ...shown } = row;
  const candidateName = shown.candidateName && maskName(shown.candidateName);
  const needsApproval = isMinor && !(await isNamed(tx, staff, shown.candidateId));
  const isNumbered = shown.candidateId !== null && id_no_sealed !== null && !needsApproval;
  return {
    ...shown,
    candidateName,
    candidateIdNo: isNumbered ? maskedIdNo({ id: shown.candidateId ?? '', id_no_sealed }) || null : null,
    needsApproval,
    isRestricted: shown.isRestricted ?? false,
    ...wordsOf({ id, wish_sealed, answer_sealed }),
    isUncorrected: ['Received', 'InReview'].includes(shown.status) && (await isUncorrected(tx, shown)),
    relative: shown.isByRelative ? await presentRelative(tx, id) : null,
    elsewhere: await elsewhereOf(tx, row),
    ...(await subjectOf(tx, shown)),
  };
}

/** What an objection is about, and what of a request waits for a second person. */
async function subjectOf(
  tx: Tx,
  { id, kind, isByRelative }: Pick<RightsPage, 'id' | 'kind' | 'isByRelative'>,
): Promise<Pick<RightsPage, 'examDate' | 'about' | 'proposal'>> {
  const found = kind === 'Objection' ? (await objectionSubjects(tx, [id])).get(id) : undefined;
  return {
    examDate: found?.examDate ?? null,
    about: found ? { recordKind: found.recordKind, recordId: found.recordId, code: found.code } : null,
    proposal: await openProposalAbout(tx, { kind: isByRelative ? grantKind : mistakenKind, objectId: id }),
  };
}

/** The same person in other accounts: an objection in one is seen with the registration in another. Showing them is a look at them. */
async function elsewhereOf(tx: Tx, { person_key: personKey, accountId }: PageRow): Promise<RightsPage['elsewhere']> {
  if (personKey === null) return [];
  const found = await guardiansElsewhere(tx, { personKey, accountId });
  for (const { recordId } of found) noteShown(recordId, 'masked');
  return found;
}

async function isNamed(tx: Tx, staff: StaffActor, candidateId: string | null): Promise<boolean> {
  if (candidateId === null) return true;
  return (await readNamed(tx, staff, [candidateId]))(candidateId);
}

/** Somebody of the privacy office looks into it. @throws Refusal NOT_FOUND; VERSION_CONFLICT (409); ILLEGAL_STATE. */
export async function takeRequest(tx: Tx, staff: StaffActor, seen: Seen): Promise<void> {
  const row = await lock(tx, seen);
  await move(tx, staff, { row, event: 'take' });
  await sql`update rights_request set taken_by = ${staff.id}, taken_by_name = ${staff.name} where id = ${row.id}`.execute(
    tx,
  );
  await audit(tx, {
    staff,
    action: 'rights.take',
    object: { kind: 'rightsRequest', id: row.id },
    after: { kind: row.kind },
  });
}

/**
 * Answers; the person is told by SMS and mail and reads the answer in the account. A relative is told by staff alone.
 * @throws Refusal as `takeRequest`; FIELDS without an answer; CANDIDATE_BUSY where a guardian asks for a deletion that something is in the way of; NOTHING_CORRECTED for a correction while nothing was corrected since it came; PROPOSAL_OPEN for
 *   an objection that a colleague is asked about; what `checkAnswer` refuses of a relative's.
 */
export async function answerRequest(
  tx: Tx,
  staff: StaffActor,
  { answer, ...seen }: Seen & { answer: string },
): Promise<void> {
  if (lengthSeen(answer.trim()) < 5) refuse('FIELDS', {}, { answer: 'REQUIRED_FIELD' });
  const row = await lock(tx, seen);
  await checkRelative(tx, row, true);
  await checkUndecided(tx, row);
  const { kind, account_id: accountId, candidate_id: candidateId, received_at: receivedAt } = row;
  if (await isUncorrected(tx, { kind, accountId, candidateId, receivedAt })) refuse('NOTHING_CORRECTED');
  await move(tx, staff, { row, event: 'answer' });
  if (kind === 'Objection') await objectionDecided(tx, { requestId: row.id, isRefused: false });
  if (kind === 'Deletion' && row.is_by_guardian) await deleteForGuardian(tx, row);
  await close(tx, staff, {
    row,
    answer: answer.trim(),
    ...(kind === 'Objection' ? { objection: 'objectionStands' } : {}),
  });
  // The text names people: it stays in the request.
  await audit(tx, {
    staff,
    action: kind === 'Objection' ? 'rights.uphold' : 'rights.answer',
    object: { kind: 'rightsRequest', id: row.id },
    after: { kind: row.kind },
  });
}

/**
 * Refuses with a reason that the person reads. A deletion that waits is lifted: the person may be used again.
 * @throws Refusal as `takeRequest`; PROPOSAL_OPEN as `answerRequest`; what `checkAnswer` refuses of a relative's.
 */
export async function refuseRequest(
  tx: Tx,
  staff: StaffActor,
  { reason, ...seen }: Seen & { reason: string },
): Promise<void> {
  const row = await lock(tx, seen);
  await checkRelative(tx, row, false);
  await checkUndecided(tx, row);
  await move(tx, staff, { row, event: 'refuse' });
  if (row.kind === 'Objection') await objectionDecided(tx, { requestId: row.id, isRefused: true });
  if (row.kind === 'Deletion' && row.candidate_id !== null && !row.is_by_relative && !row.is_by_guardian) {
    await liftCandidate(tx, row.candidate_id);
    await liftRegistrations(tx, row.candidate_id);
    await liftBookings(tx, row.candidate_id);
    await liftRequests(tx, row.candidate_id);
  }
  await close(tx, staff, { row, answer: reason, ...(row.kind === 'Objection' ? { objection: 'objectionEnded' } : {}) });
  await audit(tx, {
    staff,
    action: row.kind === 'Objection' ? 'rights.refuseObjection' : 'rights.refuse',
    object: { kind: 'rightsRequest', id: row.id },
    reason,
    after: { kind: row.kind },
  });
}

async function checkRelative(tx: Tx, row: RequestRow, isGranted: boolean): Promise<void> {
  if (!row.is_by_relative) return;
  const relative = (await findRelative(tx, row.id)) ?? refuse('ILLEGAL_STATE');
  await checkAnswer(tx, { request: row, relative }, isGranted);
}

/** An objection about which a second person is asked is theirs to decide. */
async function checkUndecided(tx: Tx, { id }: RequestRow): Promise<void> {
  if (await hasOpenProposal(tx, { kind: mistakenKind, objectId: id })) refuse('PROPOSAL_OPEN');
}

/** A request as the actor saw it, locked. @throws Refusal NOT_FOUND; VERSION_CONFLICT (409). */
export async function lock(tx: Tx, { id, version }: Seen): Promise<RequestRow> {
  const row = await tx
    .selectFrom('rights_request')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  return row.version === version ? row : refuse('VERSION_CONFLICT');
}

type Move = { row: RequestRow; event: EventOf<typeof rightsRequestMachine> };

/** Moves a request on. @throws Refusal ILLEGAL_STATE. */
export async function move(tx: Tx, staff: StaffActor, { row, event }: Move): Promise<void> {
  const actor = { kind: 'staff', id: staff.id } as const;
  const object = { table: 'rights_request', kind: 'rightsRequest', id: row.id } as const;
  await transition(tx, rightsRequestMachine, { ...object, event, actor });
  await sql`update rights_request set version = version + 1 where id = ${row.id}`.execute(tx);
}

type Closing = {
  row: RequestRow;
  answer: string;
  /** What the account is told of a guardian's objection, in place of its own request being answered. */
  objection?: 'objectionEnded' | 'objectionStands' | 'guardianWrongNumber';
};

/** Keeps the answer, takes the request off the board and tells whoever asked. */
export async function close(tx: Tx, staff: StaffActor, { row, answer, objection }: Closing): Promise<void> {
  await tx
    .updateTable('rights_request')
    .set({
      answer_sealed: sealAnswer(row.id, answer),
      answered_at: sql<string>`app_now()`,
      answered_by: staff.id,
      answered_by_name: staff.name,
    })
    .where('id', '=', row.id)
    .execute();
  await closeItem(tx, { kind: 'rightsRequest', objectId: row.id });
  // The number of the account may be the deceased's: a relative is told by staff.
  if (row.is_by_guardian) return await tellOfAnswer(tx, row);
  if (row.account_id === null || row.is_by_relative) return;
  if (objection) {
    const values = { code: wordsOf(row).wish };
    await notify(tx, { kind: objection, values, accountId: row.account_id, objectId: row.id });
    return;
  }
  const values = { requestCode: row.code };
  await notify(tx, { kind: 'rightsAnswered', values, accountId: row.account_id, objectId: row.id });
}
