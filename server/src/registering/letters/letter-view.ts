import { type LeaveChoice, reportMinutes, reportTime, weekdayOf } from '@exam/contract/rules';
import { plainText } from './glyphs.ts';
import type { LetterWords } from './letter-words.en.ts';
import { letterWords } from './letter-words.ts';
import { qrSvg } from './qr.ts';

/** The two languages a letter is written in. */
export type LetterLanguage = 'en' | 'zh';

/** How a minor leaves, with the names of who may come; the name is the only thing printed about them. */
type LetterLeave = { choice: LeaveChoice; names: readonly string[] };

/**
 * Everything a letter says, and nothing else about the person: texts already in the letter's language, `examDate` a China
 * date, times `HH:mm` China time. Special arrangements never come here.
 */
export type LetterData = {
  /** Origin of the portal, without a slash at the end. */
  publicUrl: string;
  verifyCode: string;
  version: number;
  applicationCode: string;
  /** As on the identity document, pinyin. */
  candidateName: string;
  /** Null where none was given, or a character of it cannot be drawn. */
  candidateNameZh: string | null;
  documentName: string;
  /** Only the last two characters of a longer value are printed. */
  documentEnd: string;
  productName: string;
  /** One for a single paper; each paper of a combined set, in order of time. */
  papers: readonly [LetterPaper, ...LetterPaper[]];
  examDate: string;
  cityName: string;
  venueName: string;
  venueAddress: string;
  /** Null for adults. */
  leave: LetterLeave | null;
  /** Special notice, session notice; empty ones are left out. */
  notices: readonly string[];
  officeName: string;
  officeEmail: string;
};

/** One paper of the sitting. */
type LetterPaper = { name: string; startTime: string; endTime: string };

/** The address behind the letter's QR code: the page that says whether the letter is valid (T37). */
function verifyUrl(publicUrl: string, verifyCode: string): string {
  return `${publicUrl}/verify/${encodeURIComponent(verifyCode)}`;
}

/** The letter as finished strings in one language, cleaned by `plainText`. Changes nothing and reads no clock. */
export function letterView(input: LetterData, language: LetterLanguage) {
  const say = letterWords[language];
  const data = cleaned(input);
  const url = verifyUrl(data.publicUrl, data.verifyCode);
  const [first] = data.papers;
  const last = data.papers.at(-1) ?? first;
  const report = reportTime(first.startTime);
  return {
    language,
    brand: say.brand,
    operator: say.operator,
    title: say.title,
    documentTitle: say.documentTitle(data.applicationCode),
    code: { label: say.applicationCode, value: data.applicationCode },
    stub: stub(data, say),
    product: data.productName,
    paper: data.papers.length === 1 ? first.name : '',
    candidate: { label: say.candidate, value: data.candidateName, chinese: data.candidateNameZh ?? '' },
    report: { label: say.reportBy, value: report, note: say.reportNote(reportMinutes) },
    time: { label: say.examTime, value: say.timeSpan(first.startTime, last.endTime), note: say.chinaTime },
    details: { title: say.detailsTitle, rows: detailRows(data, say) },
    notices: { title: say.noticesTitle, items: data.notices },
    lists: lists(data, say, report),
    check: { title: say.checkTitle, text: say.checkText, url },
    contact: { title: say.contactTitle, text: say.contact(data.officeName), email: data.officeEmail },
    scan: say.scan,
    qr: qrSvg(url, say.qrAlternative(url)),
    qrAlternative: say.qrAlternative(url),
    markAlternative: say.markAlternative,
    footer: `${say.title} ${data.applicationCode} · ${say.version(data.version)}`,
    page: say.page('{page}', '{pages}'),
  };
}

function stub(data: LetterData, say: LetterWords) {
  const { year, month, day, weekday } = civil(data.examDate);
  return { month: say.monthOnStub(month), day: `${day}`, weekday: say.weekday(weekday), year: `${year}` };
}

function detailRows(data: LetterData, say: LetterWords): [string, string][] {
  const rows: [string, string][] = [
    [say.document, documentText(data, say)],
    [say.date, say.fullDate(civil(data.examDate))],
  ];
  if (data.papers.length > 1) rows.push([say.papers, data.papers.map((paper) => paperLine(paper, say)).join('\n')]);
  rows.push([say.venue, `${data.venueName} · ${data.cityName}`], [say.address, data.venueAddress]);
  if (data.leave) rows.push([say.leaving, say.leave(data.leave.choice, data.leave.names)]);
  return rows;
}

function lists(data: LetterData, say: LetterWords, report: string) {
  const bring = say.bring(documentText(data, say));
  if (data.leave && data.leave.choice !== 'LeavesAlone') bring.push(say.bringForPickup);
  return [
    { title: say.bringTitle, items: bring },
    { title: say.rulesTitle, items: say.rules(report) },
  ];
}

function documentText(data: LetterData, say: LetterWords): string {
  return say.documentEnding(data.documentName, data.documentEnd);
}

function paperLine(paper: LetterPaper, say: LetterWords): string {
  return `${say.timeSpan(paper.startTime, paper.endTime)}  ${paper.name}`;
}

function civil(date: string) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return { year, month, day, weekday: weekdayOf(date) };
}

/** Longest texts printed: far above what the fields accept, so that no row can turn a letter into a book. */
const LINE_LENGTH = 300;
const NOTICE_LENGTH = 3000;

/** Offers a line break (zero-width space) inside a run of 24 letters without one, so that no text leaves the page. */
const breakable = (text: string) => text.replaceAll(/[^\s\u2e80-\uffff]{24}(?=\S)/g, '$&\u200b');

function cleaned(data: LetterData): LetterData {
  const line = (text: string) => breakable(clipped(plainText(text).replaceAll(/\s+/g, ' '), LINE_LENGTH));
  const paper = (one: LetterPaper): LetterPaper => ({ ...one, name: line(one.name) });
  const [first, ...others] = data.papers;
  return {
    ...data,
    applicationCode: line(data.applicationCode),
    candidateName: line(data.candidateName),
    candidateNameZh: data.candidateNameZh && line(data.candidateNameZh),
    documentName: line(data.documentName),
    documentEnd: data.documentEnd.slice(-2),
    productName: line(data.productName),
    papers: [paper(first), ...others.map(paper)],
    cityName: line(data.cityName),
    venueName: line(data.venueName),
    venueAddress: line(data.venueAddress),
    leave: data.leave && { ...data.leave, names: data.leave.names.map(line) },
    notices: data.notices
      .map((notice) => breakable(clipped(plainText(notice), NOTICE_LENGTH)))
      .filter((notice) => notice !== ''),
    officeName: line(data.officeName),
    officeEmail: plainText(data.officeEmail),
  };
}

function clipped(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
