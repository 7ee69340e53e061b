import type { CandidateItem, StaffCalls } from '@exam/contract/staff';
import {
  ageOn,
  candidateAgeType,
  checkIdentity,
  maskEmail,
  maskMinorNames,
  maskName,
  maskPhone,
} from '@exam/contract/rules';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { isFoundBy, isKnownInOffices, maskedChinese, openRecords, readNamed } from '#office/access';
import { audit } from '#office/audit';
import { dobOf, genderOf } from '#platform/birth';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import {
  maskedGuardianIdNo,
  maskedIdNo,
  openCandidate,
  openChineseName,
  openContacts,
  openGuardianContacts,
} from './unseal.ts';
import { bornWithin, hideCandidate, lockCandidates, personKeyOf, takeOver, withGuardians } from './store.ts';
import type { CandidateRow } from './rows.ts';
import { readToday } from './china-date.ts';

type Search = z.output<StaffCalls['candidates.search']['body']>;
type Detail = z.output<StaffCalls['candidates.get']['reply']>;
type Revealed = z.output<StaffCalls['candidates.reveal']['reply']>;

const isElsewhere = sql<boolean>`exists (
  select from candidate other where other.person_key = candidate.person_key and other.account_id <> candidate.account_id
    and other.deleted_at is null)`;
const hasGuardian = sql<boolean>`exists (select from candidate_guardian where candidate_id = candidate.id)`;

/** Saved candidates of the offices of a member of staff: who is registered, booked or asking there (T32). */
function saved(tx: Tx, staff: StaffActor) {
  return tx
    .selectFrom('candidate')
    .where(isKnownInOffices(staff, 'person_key', 'candidate.person_key'))
    .selectAll('candidate')
    .select([isElsewhere.as('is_elsewhere'), hasGuardian.as('has_guardian')])
    .where('candidate.deleted_at', 'is', null);
}

type SavedRow = CandidateRow & { is_elsewhere: boolean; has_guardian: boolean };

function presentFor(today: string): (row: SavedRow) => CandidateItem {
  return (row) => ({
    id: row.id,
    accountId: row.account_id,
    firstName: row.first_name,
    lastName: row.last_name,
    nameZh: openChineseName(row),
    gender: genderOf('candidate', row),
    idType: row.id_type,
    idNo: maskedIdNo(row),
    candidateAgeType: candidateAgeType(ageOn(dobOf('candidate', row), today)),
    hasGuardian: row.has_guardian,
    isElsewhere: row.is_elsewhere,
    createdAt: row.created_at,
  });
}

/** A page of everybody's saved candidates, minors named where an approval covers them: by a part of the name, or by a whole document number of any kind. */
export async function searchSaved(tx: Tx, staff: StaffActor, given: Search) {
  const { pageIndex, pageSize, sort = '-createdAt' } = given;
  const today = await readToday(tx);
  const query = matching(tx, staff, given, today);
  const { total } = await tx
    .selectFrom(query.as('matching'))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = await query
    .orderBy('created_at', direction)
    .orderBy('candidate.id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  return { list: await presentAll(tx, staff, rows, today), pageIndex, pageSize, recordCount: total };
}

function matching(tx: Tx, staff: StaffActor, given: Partial<Search>, today: string) {
  const { search, accountId, ageType } = given;
  let query = saved(tx, staff);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (search !== undefined) query = query.where(isCalled(staff, search, today));
  if (ageType !== undefined) query = query.where(bornWithin(ageType, today));
  if (given.isElsewhere === undefined) return query;
  return query.where(given.isElsewhere ? isElsewhere : sql<boolean>`not ${isElsewhere}`);
}

/** As `maskMinors` shows rows whose names are in two parts. */
async function presentAll(
  tx: Tx,
  staff: StaffActor,
  rows: readonly SavedRow[],
  today: string,
): Promise<CandidateItem[]> {
  const isNamed = await readNamed(
    tx,
    staff,
    rows.map(({ id }) => id),
  );
  return rows
    .map(presentFor(today))
    .map((item) =>
      isNamed(item.id) ? item : { ...item, ...maskMinorNames(item), nameZh: maskedChinese(item.nameZh), idNo: null },
    );
}

/** A name is matched by its parts as far as `mayFind` lets it, a number by its keyed hash. */
function isCalled(staff: StaffActor, text: string, today: string) {
  const names = [sql`trim(last_name || ' ' || first_name)`, sql`trim(first_name || ' ' || last_name)`];
  return sql<boolean>`(${isFoundBy(staff, text, { id: sql`candidate.id`, names })} or person_key = any(${keysOf(text, today)}::bytea[]))`;
}

/** The keys a number would have as each kind of document. */
function keysOf(text: string, today: string): Buffer[] {
  return (['IDCard', 'IDCardTaiwan', 'IDCardHongKongMacau', 'Passport'] as const).flatMap((idType) => {
    const read = checkIdentity(idType, text, { today });
    return read.ok ? [personKeyOf(read.comparable)] : [];
  });
}

/** One saved candidate with who may be the same person. @throws Refusal NOT_FOUND. */
export async function readSaved(tx: Tx, staff: StaffActor, id: string): Promise<Detail> {
  const row = await saved(tx, staff).where('candidate.id', '=', id).executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  const today = await readToday(tx);
  const present = presentFor(today);
  const [rows] = await withGuardians(tx, [row]);
  const guardian = rows?.guardian ?? null;
  const alike = await saved(tx, staff)
    .where('account_id', '=', row.account_id)
    .where('candidate.id', '<>', id)
    // By the account: names keep no statistics (decision 0053), and their index would seem the shorter way.
    .where(
      sql<boolean>`(candidate.last_name, candidate.first_name, candidate.birth_key)
        is not distinct from (${row.last_name}::text, ${row.first_name}::text, ${row.birth_key}::bytea)`,
    )
    .orderBy('created_at')
    .execute();
  const elsewhere = await saved(tx, staff)
    .where('person_key', '=', row.person_key)
    .where('account_id', '<>', row.account_id)
    .orderBy('created_at')
    .limit(20)
    .execute();
  const { email, mobile } = openContacts(row);
  return {
    ...present(row),
    email: email && maskEmail(email),
    mobile: mobile && maskPhone(mobile),
    guardian: guardian && {
      id: guardian.id,
      idType: guardian.id_type,
      idNo: maskedGuardianIdNo(guardian),
      name: maskName(openGuardianContacts(guardian).name),
      mobile: maskPhone(openGuardianContacts(guardian).mobile),
      type: guardian.type,
      candidateId: id,
    },
    alike: await presentAll(tx, staff, alike, today),
    elsewhere: await presentAll(tx, staff, elsewhere, today),
  };
}

/** Everything in full, the guardian too; the audit keeps who saw whom, and why (T32). @throws Refusal NOT_FOUND. */
export async function revealSaved(
  tx: Tx,
  staff: StaffActor,
  { id, reason }: { id: string; reason: string },
): Promise<Revealed> {
  const row = await saved(tx, staff).where('candidate.id', '=', id).executeTakeFirst();
  if (!row) refuse('NOT_FOUND');
  const [rows] = await withGuardians(tx, [row]);
  if (!rows) refuse('NOT_FOUND');
  const entryId = await audit(tx, {
    staff,
    action: 'candidates.reveal',
    object: { kind: 'candidate', id },
    reason,
    people: [row.person_key],
  });
  const look = { kind: 'candidate', ids: [id], purpose: 'candidates.reveal', act: 'Revealed' } as const;
  await openRecords(tx, staff, { ...look, reason, entryId });
  const { idNo, dob, email, mobile, guardian } = openCandidate(rows);
  return {
    idNo,
    dob,
    email,
    mobile,
    guardian: guardian && { name: guardian.name, idNo: guardian.idNo, mobile: guardian.mobile },
  };
}

/**
 * Makes one entry of two of the same account: the first takes the contacts and the guardian it lacks, the second leaves the list.
 * Registrations keep the data they were made with (R-28).
 * @throws Refusal NOT_FOUND when one is absent; MERGE_OTHER_ACCOUNT (412) for two accounts, or one entry twice;
 * MERGE_OTHER_PERSON (412) where name or birth date differ.
 */
export async function mergeSaved(
  tx: Tx,
  staff: StaffActor,
  { id, duplicateId, reason }: { id: string; duplicateId: string; reason: string },
): Promise<void> {
  const known = await saved(tx, staff).where('candidate.id', 'in', [id, duplicateId]).execute();
  if (known.length < new Set([id, duplicateId]).size) refuse('NOT_FOUND');
  const [first, second] = await lockCandidates(tx, [id, duplicateId]);
  if (!first || !second) return id === duplicateId ? refuse('MERGE_OTHER_ACCOUNT') : refuse('NOT_FOUND');
  const [kept, duplicate] = first.candidate.id === id ? [first, second] : [second, first];
  if (kept.candidate.account_id !== duplicate.candidate.account_id) refuse('MERGE_OTHER_ACCOUNT');
  const look = { kind: 'candidate', ids: [id, duplicateId], purpose: 'candidates.get', act: 'Changed' } as const;
  await openRecords(tx, staff, { ...look, reason });
  if (!isAlike(kept.candidate, duplicate.candidate)) refuse('MERGE_OTHER_PERSON');
  await takeOver(tx, openCandidate(kept), openCandidate(duplicate));
  await hideCandidate(tx, duplicate.candidate.account_id, duplicateId);
  await audit(tx, {
    staff,
    action: 'candidates.merge',
    object: { kind: 'candidate', id },
    reason,
    after: { duplicateId },
    people: [kept.candidate.person_key, duplicate.candidate.person_key],
  });
}

/** The same name and birth date: all that two documents of one person share. */
function isAlike(one: CandidateRow, other: CandidateRow): boolean {
  return (
    one.last_name === other.last_name &&
    one.first_name === other.first_name &&
    dobOf('candidate', one) === dobOf('candidate', other)
  );
}

/** Five saved candidates by parts of a name or a whole document number, for the console's one search field. */
export async function findSavedBy(tx: Tx, staff: StaffActor, text: string): Promise<CandidateItem[]> {
  const today = await readToday(tx);
  const rows = await matching(tx, staff, { search: text }, today)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('candidate.id')
    .limit(5)
    .execute();
  return await presentAll(tx, staff, rows, today);
}
