import { leaveChoices } from '@exam/contract/messages/leave/en';
import { idTypes } from '@exam/contract/messages/id-types/en';
import type { LeaveChoice } from '@exam/contract/rules';
/** The letter's own words. Dates are `yyyy-mm-dd`, weekdays 0 = Sunday, times `HH:mm` China time. */
export const letterWordsEn = {
  brand: 'Examport',
  operator: 'Exam registration service',
  title: 'Confirmation letter',
  documentTitle: (applicationCode: string) => `Confirmation letter ${applicationCode}`,
  fileName: (applicationCode: string) => `confirmation-letter-${applicationCode}.pdf`,
  calendarText: (applicationCode: string, minutes: number) =>
    `Application ID ${applicationCode}. Report ${minutes} minutes before the start, with the confirmation letter and the original identity document.`,
  applicationCode: 'Application ID',
  version: (version: number) => `Version ${version}`,
  page: (page: string, pages: string) => `Page ${page} of ${pages}`,

  monthOnStub: (month: number) => monthNames[month - 1]?.slice(0, 3) ?? '',
  weekday: (weekday: number) => weekdayNames[weekday] ?? '',
  fullDate: (date: { year: number; month: number; day: number; weekday: number }) =>
    `${weekdayNames[date.weekday] ?? ''} ${date.day} ${monthNames[date.month - 1] ?? ''} ${date.year}`,
  timeSpan: (start: string, end: string) => `${start}–${end}`,
  chinaTime: 'China time',

  candidate: 'Candidate',
  document: 'Identity document',
  documentEnding: (documentName: string, end: string) => `${documentName} ending in ${end}`,
  documentNames: idTypes,
  reportBy: 'Report by',
  reportNote: (minutes: number) => `${minutes} minutes before the start`,
  examTime: 'Exam time',
  date: 'Date',
  papers: 'Papers',
  venue: 'Venue',
  address: 'Address',
  leaving: 'Leaving the venue',
  leave: (choice: LeaveChoice, names: readonly string[]) =>
    names.length === 0 ? leaveChoices[choice] : `${leaveChoices[choice]}: ${names.join(', ')}`,

  /** A name with a character that cannot be drawn, and the end of the document number. */
  unprintable: (name: string, documentEnd: string) => `${name} (document ending in ${documentEnd})`,

  detailsTitle: 'Exam details',
  noticesTitle: 'What you need to know',
  bringTitle: 'What to bring',
  bring: (document: string) => [
    'This letter, printed or on a phone',
    `The original of the document you registered with (${document}); copies, photos and expired documents are not accepted`,
    'A black pen, a 2B pencil and an eraser',
  ],
  bringForPickup: 'Whoever collects the candidate brings their own identity document',
  rulesTitle: 'On the day',
  rules: (reportTime: string) => [
    `Be at the venue by ${reportTime}. Late candidates may be refused entry once the exam has started`,
    'Phones, smart watches and other devices are switched off and handed in or put where the invigilator says',
    'Keep only permitted items on the desk, and follow the invigilator’s instructions',
    'A breach of the exam rules may lead to disqualification by the awarding body',
  ],

  checkTitle: 'Is this letter valid?',
  checkText:
    'Scan the code, or open the address below. When the exam details change a new version is issued and this one stops being valid.',
  scan: 'Scan to check',
  qrAlternative: (url: string) => `QR code that opens ${url}, where this letter can be checked`,
  markAlternative: 'Examport mark',
  contactTitle: 'Questions',
  contact: (office: string) => `Write to the ${office} and quote the application ID.`,
};

const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** What a language of the letter has to say. */
export type LetterWords = typeof letterWordsEn;
