import type { IdType } from '@exam/contract/entities';
import { idNumberEnd, leaveChoiceOf, type LeaveChoice } from '@exam/contract/rules';
import type { ApplicationStatus } from '@exam/contract/wire';
import { nameIn, productById, subjectsByIds, type ProductRow, type SubjectRow } from '#offer/catalogue';
import { guardianWaits, leavingDoubted } from '#people/guardians';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { unseal } from '#platform/vault';
import { papersByIds, sessionsForSale, type Paper, type SessionForSale } from '#offer/sessions';
import { readWorkingCalendar } from '#office/working-days';
import { letterAvailability, type LetterAvailability } from './availability.ts';
import { letterCodeKeyOf, letterCodeOf } from './code.ts';
import { openChineseName, openIdNo } from '../unseal.ts';
import { idTypeOf, peopleOf, sessionSubjectIdsOf, type ApplicationPersonRow, type ApplicationRow } from '../store.ts';

/** All that letter, calendar file and verification page are made of. Times of day in China, instants ISO. */
export type LetterFacts = {
  applicationId: string;
  accountId: string;
  code: string;
  status: ApplicationStatus;
  letterCode: string;
  letterVersion: number;
  announcedVersion: number;
  emailStatus: 'NotSent' | 'Sending' | 'Success' | 'Failed';
  createdAt: string;
  registeredAt: string | null;
  standing: LetterAvailability;
  /** Pinyin as on the document. */
  lastName: string;
  firstName: string;
  nameZh: string | null;
  idType: IdType;
  idNo: string;
  /** Who may come, with the end of the document number for names that cannot be printed. */
  leave: { choice: LeaveChoice; comers: { name: string; documentEnd: string }[] } | null;
  product: ProductRow;
  session: SessionForSale;
  papers: { paper: Paper; subject: SubjectRow }[];
  now: string;
};

type Which = { applicationId: string; accountId?: string } | { letterCode: string };

/** Reads one application for its letter; null when it is absent, deleted, or not of this account. */
export async function letterFacts(tx: Tx, which: Which): Promise<LetterFacts | null> {
  const row = await findRow(tx, which);
  // Four years later nobody is named: there is no letter any more (S-18).
  if (!row || row.anonymised_at !== null) return null;
  const [session] = await sessionsForSale(tx, [row.session_id]);
  const product = await productById(tx, row.product_id);
  if (!session || !product) return null;
  const calendar = await readWorkingCalendar(tx);
  const now = await readNow(tx);
  const guardianWait = (await guardianWaits(tx, [row.id])).get(row.id) ?? null;
  return {
    applicationId: row.id,
    accountId: row.account_id,
    code: row.code,
    status: row.status,
    letterCode: letterCodeOf(row),
    letterVersion: row.letter_version,
    announcedVersion: row.letter_announced_version,
    emailStatus: row.email_status,
    createdAt: row.created_at,
    registeredAt: row.registered_at,
    standing: letterAvailability({ application: row, session, product, calendar, now, guardianWait }),
    lastName: row.last_name,
    firstName: row.first_name,
    nameZh: openChineseName(row),
    idType: idTypeOf(row.id_type),
    idNo: openIdNo(row),
    leave: await leaveOf(tx, row),
    product,
    session,
    papers: await papersOf(tx, row.id),
    now,
  };
}

async function findRow(tx: Tx, which: Which): Promise<ApplicationRow | null> {
  const query = tx.selectFrom('application').selectAll().where('deleted_at', 'is', null);
  if ('letterCode' in which)
    return (await query.where('letter_code_key', '=', letterCodeKeyOf(which.letterCode)).executeTakeFirst()) ?? null;
  const { applicationId, accountId } = which;
  const one = query.where('id', '=', applicationId);
  return (await (accountId === undefined ? one : one.where('account_id', '=', accountId)).executeTakeFirst()) ?? null;
}

async function papersOf(tx: Tx, applicationId: string): Promise<LetterFacts['papers']> {
  const ids = (await sessionSubjectIdsOf(tx, [applicationId])).get(applicationId) ?? [];
  const papers = (await papersByIds(tx, ids)).toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  const subjects = await subjectsByIds(
    tx,
    papers.map((paper) => paper.subjectId),
  );
  return papers.flatMap((paper) => {
    const subject = subjects.get(paper.subjectId);
    return subject ? [{ paper, subject: titled(subject, paper) }] : [];
  });
}

/** A booked paper has the name its institution gave it, in English pages its English one. */
export function titled<S extends { name_en: string; name_zh: string }>(
  subject: S,
  { title, titleEn }: { title: string | null; titleEn: string | null },
): S {
  return title === null ? subject : { ...subject, name_en: titleEn ?? title, name_zh: title };
}

/** How a minor leaves, collected while no consent to leaving alone is valid; of those who may come the names and the ends of their numbers. Null for adults. */
async function leaveOf(tx: Tx, row: ApplicationRow): Promise<LetterFacts['leave']> {
  const people = row.leave_alone === null ? [] : await peopleOf(tx, row.id);
  const pickupPerson = people.find((person) => person.role === 'PickupPerson') ?? null;
  const isDoubted = (await leavingDoubted(tx, [row.id])).has(row.id);
  const choice = leaveChoiceOf({
    leaveAlone: row.leave_alone === true && isDoubted ? false : row.leave_alone,
    pickupPerson,
  });
  if (choice === null) return null;
  const comers = choice === 'LeavesAlone' ? [] : people.toSorted((a, b) => (a.role < b.role ? -1 : 1));
  return { choice, comers: comers.map(comerOf) };
}

function comerOf({ id, name_sealed: name, id_no_sealed: idNo }: ApplicationPersonRow) {
  const open = (sealed: Buffer, column: string) => unseal(sealed, { table: 'application_person', row: id, column });
  return { name: open(name, 'name'), documentEnd: idNumberEnd(open(idNo, 'id_no')) };
}

/** The exam's name in a language: product, and the subjects of a set joined by ` + `. */
export function examNames({ product, papers }: Pick<LetterFacts, 'product' | 'papers'>, language: 'en' | 'zh') {
  const subjectName = papers.map(({ subject }) => nameIn(language, subject)).join(' + ');
  return { productName: nameIn(language, product), subjectName };
}
