import { join } from 'node:path';
import type { Language } from '@exam/contract/messages';
import type { ExamDayItem, RollEntry } from '@exam/contract/staff';
import { printableText, typesetPdf } from '#registering/letters';
import type { FileReply } from '#platform/http/call';
import type { StaffActor } from '#platform/staff-http';
import { paperWordsEn } from './paper-words.en.ts';
import { paperWordsZh } from './paper-words.zh.ts';
import { cellsOf, examOf, rowsOf, takeOut } from './sheet.ts';
import { sheetWordsEn } from './sheet-words.en.ts';
import { sheetWordsZh } from './sheet-words.zh.ts';

const template = join(import.meta.dirname, 'day-template.typ');

type Words = typeof paperWordsEn;
/** A table with room to write; widths are shares of the page, 0 for as wide as it is. */
type List = {
  kind: 'list';
  title: string;
  lead: string;
  headings: readonly string[];
  widths: readonly number[];
  isWide: boolean;
  rows: readonly string[][];
};
/** A sheet to fill in: what is known, fields of a line, boxes of several. */
type Form = {
  kind: 'form';
  title: string;
  lead: string;
  facts: readonly [string, string][];
  blanks: readonly (readonly string[])[];
  boxes: readonly string[];
  height: number;
};
type Paper = RollEntry['papers'][number];
type Day = { session: ExamDayItem; roll: readonly RollEntry[]; since: string | null; language: Language; words: Words };

/**
 * Everything that is printed for an exam day, as one PDF in the reader's language: the door list, a register to sign for each paper, who leaves with whom, special
 * arrangements, the invigilator's sheet of each paper, a form for an incident, labels for the desks. It leaves the house as the single lists do.
 * @throws Refusal NOT_FOUND outside the staff's offices; BUSY where too much waits to be typeset.
 */
export async function papersOf(
  staff: StaffActor,
  wanted: { sessionId: string; reason: string },
  language: Language,
): Promise<FileReply> {
  const sheets = ['attendance', 'door', 'leave', 'arrangements'] as const;
  const taken = await takeOut(staff, { ...wanted, sheet: 'papers', sheets });
  const words = language === 'zh' ? paperWordsZh : paperWordsEn;
  const json = JSON.stringify(viewOf({ ...taken, language, words }), (_key, value: unknown) =>
    typeof value === 'string' ? printableText(value) : value,
  );
  const content = await typesetPdf(template, { day: json }, staff.id);
  return { content, mediaType: 'application/pdf', fileName: 'papers.pdf' };
}

/** What the template prints. */
function viewOf(day: Day): object {
  const { session, roll, language, words } = day;
  const exam = examOf(session, { isChinese: language === 'zh' });
  const byName = roll.toSorted((a, b) => a.candidateName.localeCompare(b.candidateName, 'en'));
  const papers = papersIn(byName);
  return {
    language,
    brand: words.brand,
    documentTitle: `${words.title} · ${exam}`,
    exam,
    page: words.page,
    nobody: words.nobody,
    what: words.what,
    how: words.how,
    sheets: [
      ...listsOf({ ...day, roll: byName }, exam),
      ...papers.map((paper) => registerOf(day, paper, byName)),
      ...papers.map((paper) => invigilatorOf(day, paper, byName)),
      incidentOf(words, exam),
    ],
    labelsTitle: words.labels,
    labels: byName.map((entry, at) => ({
      number: String(at + 1),
      name: entry.candidateName,
      chinese: entry.candidateNameZh ?? '',
      code: entry.code,
      papers: entry.papers.map((paper) => `${paper.startTime} ${nameOf(paper, language)}`).join('; '),
    })),
  };
}

const nameOf = ({ nameEn, nameZh }: Paper, language: Language) => (language === 'zh' ? nameZh : nameEn);

/** The papers that somebody sits, by their time. */
function papersIn(roll: readonly RollEntry[]): Paper[] {
  const found = new Map(
    roll.flatMap(({ papers }) => papers.map((paper) => [`${paper.startTime} ${paper.code}`, paper])),
  );
  return [...found.entries()].toSorted(([a], [b]) => a.localeCompare(b, 'en')).map(([, paper]) => paper);
}

const sits = ({ papers }: RollEntry, { code, startTime }: Paper) =>
  papers.some((each) => each.code === code && each.startTime === startTime);

/** The door list, and what concerns some alone, where there are any. */
function listsOf({ roll, since, language }: Day, exam: string): List[] {
  const words = language === 'zh' ? sheetWordsZh : sheetWordsEn;
  const widths = { door: [0, 4, 0, 0, 5], leave: [0, 4, 0, 4, 6, 3, 2, 4], arrangements: [0, 4, 0, 4, 6] };
  return (['door', 'leave', 'arrangements'] as const).flatMap((sheet) => {
    const entries = roll.filter(rowsOf[sheet]);
    if (entries.length === 0 && sheet !== 'door') return [];
    const rows = entries.map((entry, at) => [String(at + 1), ...cellsOf[sheet](entry, words, since)]);
    const headings = [words.number, ...words.headings[sheet]];
    const isWide = sheet === 'leave';
    return [{ kind: 'list', title: words.titles[sheet], lead: exam, headings, widths: widths[sheet], isWide, rows }];
  });
}

function registerOf({ session, language, words }: Day, paper: Paper, roll: readonly RollEntry[]): List {
  const entries = roll.filter((entry) => sits(entry, paper));
  return {
    kind: 'list',
    title: words.register,
    lead: leadOf(session, paper, language),
    headings: words.registerHeadings,
    widths: [0, 5, 0, 0, 2, 2, 4],
    isWide: true,
    rows: entries.map(({ candidateName, candidateNameZh, code, idEnd }, at) => [
      String(at + 1),
      [candidateName, candidateNameZh ?? ''].join('\n').trim(),
      code,
      idEnd,
      '',
      '',
      '',
    ]),
  };
}

function invigilatorOf({ session, language, words }: Day, paper: Paper, roll: readonly RollEntry[]): Form {
  const entries = roll.filter((entry) => sits(entry, paper));
  return {
    kind: 'form',
    title: words.invigilator,
    lead: leadOf(session, paper, language),
    facts: [
      [words.expected, String(entries.length)],
      [words.minors, String(entries.filter(({ isMinor }) => isMinor).length)],
      [words.arrangements, String(entries.filter(({ hasArrangement }) => hasArrangement).length)],
    ],
    blanks: words.invigilatorBlanks,
    boxes: words.invigilatorBoxes,
    height: 14,
  };
}

const incidentOf = (words: Words, exam: string): Form => ({
  kind: 'form',
  title: words.incident,
  lead: exam,
  facts: [],
  blanks: words.incidentBlanks,
  boxes: words.incidentBoxes,
  height: 14,
});

const leadOf = (session: ExamDayItem, paper: Paper, language: Language) =>
  `${nameOf(paper, language)} · ${paper.startTime} · ${examOf(session, { isChinese: language === 'zh' })}`;
