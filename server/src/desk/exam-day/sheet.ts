import { Readable } from 'node:stream';
import type { Language } from '@exam/contract/messages';
import { chinaDateOf, chinaTimeOf, type LookField } from '@exam/contract/rules';
import type { ExamDayItem, examDaySheets, RollEntry } from '@exam/contract/staff';
import { writeXlsxStream } from 'hucre/xlsx';
import { sql } from 'kysely';
import { openRecords } from '#office/access';
import { audit } from '#office/audit';
import { inTransaction, type Tx } from '#platform/database';
import type { FileReply } from '#platform/http/call';
import { safeText } from '#platform/safe-text';
import type { StaffActor } from '#platform/staff-http';
import { readLeaveListAt, readRoll } from './roll.ts';
import { findExamDay } from './sessions.ts';
import { sheetWordsEn } from './sheet-words.en.ts';
import { sheetWordsZh } from './sheet-words.zh.ts';

type Sheet = (typeof examDaySheets)[number];
type Wanted = { sessionId: string; sheet: Sheet; reason: string };

/** Who is on a sheet. */
export const rowsOf: Readonly<Record<Sheet, (entry: RollEntry) => boolean>> = {
  attendance: () => true,
  door: () => true,
  leave: ({ isMinor }) => isMinor,
  arrangements: ({ hasArrangement }) => hasArrangement,
};

/**
 * A list of the exam day as XLSX, in the reader's language: which list it is, of which exam, when and where; the headings; the rows. The audit keeps whose data left. Text that a spreadsheet would take for
 * a formula is kept from being one.
 * @throws Refusal NOT_FOUND outside the staff's offices.
 */
export async function sheetOf(staff: StaffActor, wanted: Wanted, language: Language): Promise<FileReply> {
  const { sheet } = wanted;
  const words = language === 'zh' ? sheetWordsZh : sheetWordsEn;
  const { session, roll, since } = await takeOut(staff, { ...wanted, sheets: [sheet] });
  const cells = roll.map((entry, at) =>
    cellsOf[sheet](entry, words, since)
      .map((cell) => safeText(cell))
      .toSpliced(0, 0, String(at + 1)),
  );
  const headings = [words.number, ...words.headings[sheet]];
  const rows = [[safeText(titleOf(session, sheet, words))], headings, ...cells];
  const stream = writeXlsxStream(asyncOf(rows), { name: words.titles[sheet].slice(0, 31) });
  return {
    content: Readable.fromWeb(stream),
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: `${sheet}.xlsx`,
  };
}

type Taking = { sessionId: string; sheet: Sheet | 'papers'; sheets: readonly Sheet[]; reason: string };

/**
 * Reads who is on one of these lists, which then leave the house: the audit and the look keep whose data, and why.
 * @returns `since`: when the list of minors leaving was last taken out before.
 * @throws Refusal NOT_FOUND outside the staff's offices.
 */
export async function takeOut(
  staff: StaffActor,
  { sessionId, sheet, sheets, reason }: Taking,
): Promise<{ session: ExamDayItem; roll: RollEntry[]; since: string | null }> {
  return await inTransaction(async (tx) => {
    const session = await findExamDay(tx, staff, sessionId);
    const since = await readLeaveListAt(tx, sessionId);
    const roll = (await readRoll(tx, sessionId)).filter((entry) => sheets.some((each) => rowsOf[each](entry)));
    const entryId = await audit(tx, {
      staff,
      action: 'examDay.sheet',
      object: { kind: 'session', id: sessionId },
      reason,
      after: { sheet, rows: roll.length },
      people: await peopleOf(tx, roll),
    });
    const look = {
      kind: 'application',
      ids: roll.map(({ id }) => id),
      purpose: 'examDay.sheet',
      act: 'Exported',
    } as const;
    const fields = [...new Set(sheets.flatMap((each) => fieldsOf[each]))];
    await openRecords(tx, staff, { ...look, fields, reason, entryId });
    return { session, roll, since };
  });
}

/** Which list of which exam this is, when it is and where. */
function titleOf(session: ExamDayItem, sheet: Sheet, words: Words): string {
  return `${words.titles[sheet]} · ${examOf(session, words)}`;
}

/** The exam, when it is and where. */
export function examOf(session: ExamDayItem, { isChinese }: Pick<Words, 'isChinese'>): string {
  const { productNameZh, productNameEn, cityNameZh, cityNameEn, venueNameZh, venueNameEn } = session;
  const names = isChinese ? [productNameZh, cityNameZh, venueNameZh] : [productNameEn, cityNameEn, venueNameEn];
  const [product, ...where] = names.filter((name) => name !== null && name !== '');
  return [product, `${session.examDate} ${session.startTime}–${session.endTime}`, ...where].join(' · ');
}

/** What of a person each list shows. */
const fieldsOf: Readonly<Record<Sheet, readonly LookField[]>> = {
  attendance: ['name', 'maskedIdNo'],
  door: ['name', 'maskedIdNo'],
  leave: ['name', 'guardianName', 'maskedGuardian', 'pickupName', 'maskedPickup'],
  arrangements: ['name', 'arrangement'],
};

export type Words = typeof sheetWordsEn;

/** As on the document, and in Chinese characters where they were given: an ID card has no pinyin. */
const nameOf = ({ candidateName, candidateNameZh }: RollEntry) =>
  [candidateName, candidateNameZh ?? ''].join(' ').trim();
/** The same, marked where there is no letter. */
const markedName = (entry: RollEntry, { waitedFor }: Words) =>
  entry.isWaitedFor ? `${nameOf(entry)} · ${waitedFor}` : nameOf(entry);
const papersOf = (entry: RollEntry, { isChinese }: Words) =>
  entry.papers.map(({ nameEn, nameZh, startTime }) => `${startTime} ${isChinese ? nameZh : nameEn}`).join('; ');
const comes = ({ pickups }: RollEntry) =>
  pickups.map(({ name, idEnd, mobile }) => `${name} (${idEnd}) ${mobile}`).join('; ');

export const cellsOf: Readonly<Record<Sheet, (entry: RollEntry, words: Words, since: string | null) => string[]>> = {
  attendance: (entry, words) => [
    markedName(entry, words),
    entry.code,
    entry.idEnd,
    papersOf(entry, words),
    entry.attendance === 'Expected' ? '' : words.attendance[entry.attendance],
    '',
  ],
  door: (entry, words) => [markedName(entry, words), entry.code, entry.idEnd, papersOf(entry, words)],
  leave: (entry, words, since) => [
    nameOf(entry),
    entry.code,
    entry.isLeavingDoubted ? words.doubted : words.leave[entry.leaveChoice],
    comes(entry),
    changedOf(entry, words, since),
    '',
    '',
  ],
  arrangements: (entry, words) => [
    nameOf(entry),
    entry.code,
    papersOf(entry, words),
    entry.conditions ?? words.undecided,
  ],
};

/** When the way of leaving was changed; whether since the last list was taken out, so that who holds that one sees it. */
function changedOf({ leaveChangedAt, registeredAt }: RollEntry, words: Words, since: string | null): string {
  if (since !== null && registeredAt !== null && since < registeredAt) return words.registeredSince(told(registeredAt));
  if (leaveChangedAt === null) return '';
  return since !== null && since < leaveChangedAt ? words.changedSince(told(leaveChangedAt)) : told(leaveChangedAt);
}

const told = (instant: string) => `${chinaDateOf(instant)} ${chinaTimeOf(instant)}`;

async function peopleOf(tx: Tx, entries: readonly RollEntry[]): Promise<Buffer[]> {
  const { rows } = await sql<{ person_key: Buffer }>`
    select person_key from registration_desk where id = any(${entries.map(({ id }) => id)}::uuid[])`.execute(tx);
  return rows.map((row) => row.person_key);
}

async function* asyncOf<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}
