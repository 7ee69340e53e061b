import { createHash } from 'node:crypto';
import type { PersonRefusal, PostTestRefusal } from '@exam/contract/rules';
import {
  ageOn,
  checkName,
  checkUci,
  chinaDateOf,
  componentRuleOf,
  componentsRefusal,
  dobFromWire,
  isOfServiceAge,
  readCandidateNumber,
  sensitiveAge,
  windowStatusAt,
} from '@exam/contract/rules';
import { sql } from 'kysely';
import { isOutOfReach, savedGuardian } from '#people/guardians';
import type { Tx } from '#platform/database';
import { blindIndex } from '#platform/vault';
import type { Choice } from './choice.ts';
import type { Entered } from './sealed-texts.ts';
import { centresOf, type RequestRow } from '../store.ts';

/** A field that keeps a draft from being confirmed, and why. */
export type Problem = { field: string; code: string };

/** What was entered, read; empty where it is wrong or missing. */
export type Read = {
  candidateNumber: string;
  lastName: string;
  firstName: string;
  dob: string;
  uci: string;
  secondUci: string;
};

/** A request as it is checked. */
export type Checking = { row: RequestRow; choice: Choice; entered: Entered; now: string };

/** Who a candidate of post-test services is: name and date of birth (3-domain 4.3). */
export function personKeyOf({ lastName, firstName, dob }: Pick<Read, 'lastName' | 'firstName' | 'dob'>): Buffer {
  return blindIndex('post_test.person', `${lastName}|${firstName}|${dob}`);
}

/** A UCI as it is compared among the requests of one person, and of nobody else: no other account has the same value (the impact assessment). */
export function uciKeyOf(personKey: Buffer, uci: string): Buffer {
  return createHash('sha256').update(blindIndex('post_test.uci', uci)).update(personKey).digest();
}

/**
 * Everything that keeps a request from being confirmed, in the order of the page (9.6 #4), and what was entered as it is stored: names in
 * capitals, the UCI in 13 characters.
 */
export async function checkRequest(tx: Tx, checking: Checking): Promise<{ problems: Problem[]; read: Read }> {
  const { problems, read } = checkFields(checking);
  const { choice, row } = checking;
  const centres = await centresOf(tx, choice.board.awardingBodyId);
  if (row.centre_id === null) problems.push({ field: 'centreId', code: 'REQUIRED_FIELD' });
  else if (!centres.some((centre) => centre.id === row.centre_id))
    problems.push({ field: 'centreId', code: 'CENTRE_NOT_OFFERED' satisfies PostTestRefusal });
  if (read.dob !== '' && read.lastName !== '') {
    problems.push(...(await checkEarlier(tx, checking, read)));
    const isAged = problems.every(({ field }) => field !== 'birthday');
    const lack = isAged ? await lackOfProof(tx, checking, read) : null;
    if (lack) problems.push({ field: 'birthday', code: lack });
  }
  return { problems: inOrder(problems), read };
}

function checkFields(checking: Checking): { problems: Problem[]; read: Read } {
  const problems: Problem[] = [];
  const add = (field: string, code: string | null) => void (code !== null && problems.push({ field, code }));
  checkChoice(checking, add);
  const read = readPerson(checking, add);
  if (checking.choice.service.is_form_required && checking.row.form_file_ids.length === 0)
    add('formFileIds', 'REQUIRED_FIELD');
  if (checking.choice.service.kind === 'priorityReview' && !checking.row.is_place_pending)
    add('isPlacePending', 'PLACE_NOT_CONFIRMED' satisfies PostTestRefusal);
  return { problems, read };
}

type Add = (field: string, code: string | null) => void;

function checkChoice({ row, choice, now }: Checking, add: Add): void {
  const { service, level, series, award, window, offered } = choice;
  const rule = componentRuleOf(service.kind);
  if (level === null) add('levelId', 'REQUIRED_FIELD');
  if (series === null) add('examSeriesId', 'REQUIRED_FIELD');
  else add('examSeriesId', windowRefusal(window, now));
  if (rule === 'award' && award === null) add('cashInCodeId', 'REQUIRED_FIELD');
  if (award !== null && (rule !== 'award' || (level !== null && award.level_id !== level.id)))
    add('cashInCodeId', 'CASH_IN_CODE_NOT_OFFERED' satisfies PostTestRefusal);
  const rows = offered.map(({ component, isMandatory }) => ({ id: component.id, isMandatory }));
  if (level !== null) add('componentIds', componentsRefusal(service.kind, row.component_ids, rows));
}

function windowRefusal(window: Choice['window'], now: string): PostTestRefusal | null {
  const status =
    window === null ? 'closed' : windowStatusAt({ openFrom: window.open_from, closeAt: window.close_at }, now);
  if (status === 'open') return null;
  return status === 'upcoming' ? 'SERVICE_WINDOW_NOT_OPEN' : 'SERVICE_WINDOW_CLOSED';
}

function readPerson(checking: Checking, add: Add): Read {
  const today = chinaDateOf(checking.now);
  return {
    candidateNumber: readNumber(checking, add),
    ...readUcis(checking, today, add),
    ...readName(checking, add),
    dob: readBirthday(checking, today, add),
  };
}

function readNumber({ entered: { candidateNumber: typed } }: Checking, add: Add): string {
  const number = readCandidateNumber(typed ?? '');
  if (number === null) add('candidateNumber', (typed ?? '').trim() === '' ? 'REQUIRED_FIELD' : 'CANDIDATE_NUMBER');
  return number ?? '';
}

function readName({ entered }: Checking, add: Add): Pick<Read, 'lastName' | 'firstName'> {
  const name = checkName(entered.lastName ?? '', entered.firstName ?? '', { noGivenName: entered.isGivenNameAbsent });
  if (name.ok) return { lastName: name.lastName, firstName: name.firstName };
  for (const [field, code] of Object.entries(name.fields)) add(field, code);
  return { lastName: '', firstName: '' };
}

function readBirthday({ choice, entered }: Checking, today: string, add: Add): string {
  const { age_from: from, age_to: to } = choice.service;
  const ages = from === null || to === null ? null : { from, to };
  const dob = dobFromWire(entered.birthday ?? '');
  if (dob === null || dob > today) {
    add('birthday', entered.birthday === null ? 'REQUIRED_FIELD' : 'DOB_FORMAT');
    return '';
  }
  if (!isOfServiceAge(dob, ages, today)) add('birthday', 'POST_TEST_AGE' satisfies PostTestRefusal);
  return dob;
}

function readUcis({ choice, entered }: Checking, today: string, add: Add): Pick<Read, 'uci' | 'secondUci'> {
  const read = (field: 'uciNumber' | 'secondUciNumber'): string => {
    const checked = checkUci(entered[field] ?? '', { policy: choice.board.uciPolicy, today });
    if (!checked.ok) add(field, checked.code);
    return checked.ok ? checked.uci : '';
  };
  const uci = read('uciNumber');
  if (choice.service.kind !== 'uciMerge') return { uci, secondUci: '' };
  const secondUci = read('secondUciNumber');
  if (uci !== '' && secondUci === uci) add('secondUciNumber', 'UCI_SAME_TWICE' satisfies PostTestRefusal);
  return { uci, secondUci };
}

/** What earlier requests for the same person say: a service that has to come first, another UCI (3-domain 4.1, 4.3). */
async function checkEarlier(tx: Tx, { row, choice }: Checking, read: Read): Promise<Problem[]> {
  const problems: Problem[] = [];
  const personKey = personKeyOf(read);
  const { service, board } = choice;
  if (service.requires_service_id !== null && !(await isDone(tx, { row, service, personKey })))
    problems.push({ field: 'componentIds', code: 'PREREQUISITE_NOT_DONE' satisfies PostTestRefusal });
  if (
    service.kind !== 'uciMerge' &&
    read.uci !== '' &&
    (await hasOtherUci(tx, { personKey, uci: read.uci, bodyId: board.awardingBodyId, id: row.id }))
  )
    problems.push({ field: 'uciNumber', code: 'UCI_MERGE_NEEDED' satisfies PostTestRefusal });
  return problems;
}

/** Under 14 nothing is asked for without a guardian who can be asked (PIPL 31); a request names none, so it is the one saved with the child. */
async function lackOfProof(
  tx: Tx,
  { row, now }: Checking,
  read: Read,
): Promise<PostTestRefusal | PersonRefusal | null> {
  const today = chinaDateOf(now);
  if (ageOn(read.dob, today) >= sensitiveAge) return null;
  const accountId = row.account_id;
  const guardian = await savedGuardian(tx, { ...read, accountId });
  if (guardian === null) return 'GUARDIAN_NOT_SAVED';
  const { mobile } = guardian;
  return (await isOutOfReach(tx, { accountId, dob: read.dob, mobile, today })) ? 'GUARDIAN_MOBILE_ABROAD' : null;
}

/** Whether the service that has to come first is complete for every chosen component of the same series. */
async function isDone(
  tx: Tx,
  { row, service, personKey }: { row: RequestRow; service: Choice['service']; personKey: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ component_id: string }>`
    select distinct item.component_id from post_test earlier join post_test_item item on item.post_test_id = earlier.id
    where earlier.person_key = ${personKey} and earlier.service_id = ${service.requires_service_id}
      and earlier.series_id = ${row.series_id} and earlier.status = 'Complete' and earlier.restricted_at is null`.execute(
    tx,
  );
  const done = new Set(rows.map((each) => each.component_id));
  return row.component_ids.every((id) => done.has(id));
}

/** Whether the person has an earlier request with another UCI that no merge and no member of staff has settled. */
async function hasOtherUci(
  tx: Tx,
  { personKey, uci, bodyId, id }: { personKey: Buffer; uci: string; bodyId: string | null; id: string },
): Promise<boolean> {
  const uciKey = uciKeyOf(personKey, uci);
  const { rows } = await sql`
    select from post_test earlier join product on product.id = earlier.product_id
    where earlier.person_key = ${personKey} and earlier.id <> ${id} and product.awarding_body_id = ${bodyId}
      and earlier.uci_key <> ${uciKey} and not earlier.is_uci_cleared and earlier.restricted_at is null
      and earlier.status not in ('Initiated', 'Expired', 'ApplicationRejected', 'Cancelled')
      and not exists (select from post_test merge join post_test_service service on service.id = merge.service_id
        where service.kind = 'uciMerge' and merge.status = 'Complete' and merge.person_key = ${personKey}
          and (merge.uci_key = earlier.uci_key or merge.second_uci_key = earlier.uci_key)
          and (merge.uci_key = ${uciKey} or merge.second_uci_key = ${uciKey}))
    limit 1`.execute(tx);
  return rows.length > 0;
}

const order = [
  'levelId',
  'cashInCodeId',
  'examSeriesId',
  'componentIds',
  'centreId',
  'candidateNumber',
  'uciNumber',
  'secondUciNumber',
  'lastName',
  'firstName',
  'birthday',
  'isPlacePending',
  'formFileIds',
];

function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}
