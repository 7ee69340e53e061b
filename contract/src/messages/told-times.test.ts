import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  acceptedExtensionMinutes,
  cancellationLimits,
  channelMarginSeconds,
  forgottenAfterDays,
  keptYears,
  minorApprovalDays,
  neverAloneAge,
  objectionHours,
  oldestArrivalDays,
  payWorkingDays,
  pickupAge,
  type RetentionPeriod,
  keptMonths,
  retentionTable,
  rightsAnswerDays,
  seedRefundPolicy,
  accountLifetimes,
} from '../rules/index.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** A number as the source of a rule has it, where the rule is not one that screens share. */
function ruleIn(path: string, pattern: RegExp): number {
  const [, number] = pattern.exec(read(path)) ?? [];
  if (number === undefined) throw new Error(`${path} has no ${pattern.source}.`);
  return Number(number);
}

const lifetime = (name: string) =>
  ruleIn('server/src/platform/limits/table.ts', new RegExp(`\\b${name}: \\{\\s*seconds: (\\d+) \\* (?:minute|day)`));

const letInHours = 24 * Number(/letIn: \{\s*seconds: day,/.test(read('server/src/platform/limits/table.ts')));

/** What the banks, an office or a law says, an example or advice: no rule of ours. */
const promised = (...numbers: readonly number[]) => numbers;

const hoursOf = (period: RetentionPeriod) => ('hours' in period ? period.hours : 0);
const unsentHours = hoursOf(retentionTable.unusedUpload.period);
const quotes = {
  proof: cancellationLimits.documentDays,
  refundWeeks: [
    ruleIn('server/src/books/refunds/rows.ts', /promisedDays = (\d+)/) / 7,
    ruleIn('server/src/books/refunds/rows.ts', /latestDays = (\d+)/) / 7,
  ],
  bank: promised(2, 5),
  letterDays: ruleIn('server/migrations/0002_catalogue.sql', /letter_lead_days integer not null default (\d+)/),
  letterSettled: ruleIn('contract/src/rules/letter-date.ts', /calendar\.add\(chinaDateOf\(paidAt\), (\d+)\)/),
  pay: ruleIn('server/src/platform/config/table.ts', /ORDER_PAY_MINUTES: amount\('[^']*', (\d+)/),
  repeatMonths: ruleIn('contract/src/rules/repeat.ts', /addMonths\(chinaDateOf\(now\), -(\d+)\)/),
  reminderWeeks: ruleIn('server/src/services/reminders/exams.ts', /days between 1 and (\d+)/) / 7,
  fapiao: ruleIn('server/src/books/fapiao/store.ts', /dueWorkingDays = (\d+)/),
};

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | 'working day' | 'yuan';
type Ties = Partial<Record<Unit, readonly number[]>>;

/** By dictionary: each length of time and each amount that a sentence of it names, and what says so. */
const ties: Readonly<Record<string, Ties>> = {
  'portal/account': {
    minute: [lifetime('code'), lifetime('freshProof')],
    day: [accountLifetimes.trustedDeviceDays, lifetime('closedContact')],
  },
  'portal/application': { year: [pickupAge] },
  'portal/auth': { minute: [lifetime('code')], day: [accountLifetimes.trustedDeviceDays] },
  'portal/booking': { day: [forgottenAfterDays] },
  'portal/booking-wizard': {
    // When a university sends its timetable.
    week: promised(2, 3),
    day: [quotes.letterDays],
    'working day': [
      quotes.letterSettled,
      payWorkingDays,
      ruleIn('server/src/services/bookings/request/submit.ts', /answerWorkingDays = (\d+)/),
    ],
  },
  'portal/cancellation': { week: quotes.refundWeeks, 'working day': quotes.bank },
  'portal/candidate-import': { minute: [ruleIn('server/src/people/imports/store.ts', /lifeMinutes = (\d+)/)] },
  'portal/fapiao': { 'working day': [quotes.fapiao] },
  'portal/access-log': { year: [keptMonths('networkLog') / 12] },
  'portal/prepared': { hour: [unsentHours] },
  'portal/guardian': { 'working day': [rightsAnswerDays] },
  'portal/help-children': { day: [hoursOf(retentionTable.unagreedChild.period) / 24] },
  'portal/help-contact': {
    // By when a complaint about the conduct of an exam should reach us.
    day: [ruleIn('server/src/offer/catalogue/contacts.ts', /daysAhead = (\d+)/), ...promised(7)],
    'working day': [rightsAnswerDays],
  },
  'portal/help-cookies': { year: [ruleIn('ui/src/app/language.ts', /year = (\d+) \* 24/) / 365] },
  // An example of a fee.
  'portal/help-group': { yuan: promised(1500) },
  // What the law asks for.
  'portal/help-privacy': { month: promised(6) },
  'portal/help-questions': {
    hour: [unsentHours],
    // Half an hour to pay is a setting with that default; one minute and ten minutes until another look are advice.
    minute: [lifetime('code'), quotes.pay, ...promised(1, 10)],
    day: [
      lifetime('closedContact'),
      hoursOf(retentionTable.draft.period) / 24,
      quotes.letterDays,
      // Some products lay down more.
      ...promised(14),
      // 9:00 on the day before.
      ...promised(1),
    ],
    // Two weeks before is when most booked exams are ready to be paid.
    week: [...quotes.refundWeeks, ...promised(2)],
    month: [quotes.repeatMonths],
    'working day': [rightsAnswerDays, quotes.fapiao, quotes.letterSettled, quotes.proof, ...quotes.bank],
  },
  'portal/order': { minute: [acceptedExtensionMinutes, channelMarginSeconds / 60], 'working day': quotes.bank },
  'portal/own-data': { 'working day': [rightsAnswerDays] },
  'portal/payment': { minute: [acceptedExtensionMinutes, channelMarginSeconds / 60] },
  'portal/registration': { month: [quotes.repeatMonths], 'working day': [quotes.proof], year: [neverAloneAge + 1] },
  'portal/upload': { hour: [unsentHours] },
  'console/decisions': { 'working day': [seedRefundPolicy.find(({ row }) => row === 'P1')?.workingDaysBefore ?? 0] },
  'console/frame': {
    minute: [lifetime('freshProof')],
    second: [ruleIn('server/src/people/staff/totp.ts', /period = (\d+)/)],
  },
  'console/page': { week: [minorApprovalDays.case / 7], year: [minorApprovalDays.standing / 365] },
  'console/people': {
    // A claim that was let in, and rights that are new: as many hours.
    hour: [letInHours],
  },
  'console/privacy': { day: [ruleIn('server/src/office/holds/propose.ts', /longestDays = (\d+)/)] },
  'console/registrations': { hour: [objectionHours] },
  'console/sessions': { hour: [unsentHours] },
  'console/relatives': { 'working day': [rightsAnswerDays] },
  // It begins a sentence.
  'console/settings': { year: [keptYears('audit')] },
  // Reveals are counted by the day.
  'console/today': { day: promised(1) },
  'console/rights': {
    day: [ruleIn('contract/src/rules/rights.ts', /objectionLeadDays = (\d+)/)],
    'working day': [
      rightsAnswerDays,
      ruleIn('contract/src/rules/rights.ts', /alarmDays = (\d+)/),
      ruleIn('contract/src/rules/rights.ts', /objectionAlarmDays = (\d+)/),
    ],
  },
  'contract/field-refusals': {
    year: [ruleIn('contract/src/forms/fields.ts', /addMonths\(examDate, (\d+)\)/) / 12],
    hour: [unsentHours],
  },
  'contract/message-kinds': { week: [quotes.reminderWeeks] },
  'contract/form-guides': { hour: [unsentHours] },
  'contract/refusals': { minute: [acceptedExtensionMinutes], hour: [unsentHours] },
  'contract/staff-refusals': {
    day: [
      ruleIn('server/src/office/approvals/second-person.ts', /hoursNew = (\d+)/) / 24,
      ruleIn('server/src/office/holds/propose.ts', /longestDays = (\d+)/),
      oldestArrivalDays,
    ],
    hour: [ruleIn('server/src/desk/session-notices/send.ts', /interval '(\d+) hour'/)],
  },
  'server/words/post-test': { week: quotes.refundWeeks },
  'server/words/reminder': { week: [quotes.reminderWeeks] },
  'server/words/security': { hour: [letInHours], day: [lifetime('staffInvitation')] },
  // The text of an SMS is lodged with the provider word for word.
  'server/words/all': { minute: [lifetime('code')] },
};

const chinese: Readonly<Record<string, Unit>> = {
  秒: 'second',
  分钟: 'minute',
  小时: 'hour',
  天: 'day',
  周: 'week',
  个月: 'month',
  年: 'year',
  个工作日: 'working day',
  元: 'yuan',
};

const englishNumerals =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety'.split(
    ' ',
  );
const tens = englishNumerals.slice(20).join('|');
const ones = englishNumerals.slice(1, 10).join('|');
const englishNumber = String.raw`\d[\d,]*(?:\.\d+)?|(?:${tens})[ -](?:${ones})|${englishNumerals.join('|')}`;
// 另一天, 上一年 and 每行一天 count nothing.
const chineseNumber = String.raw`\d[\d,]*(?:\.\d+)?|(?<![上下另每行])[一二两三四五六七八九十]+`;

/** Each amount or length of time in a sentence, in digits or in words: the number, the second one of a range, and the unit. */
const patterns = {
  en: [
    new RegExp(
      String.raw`(?<![\w{.$-])(${englishNumber})(?:(?: to | or |–)(${englishNumber}))?[ -](working day|second|minute|hour|day|week|month|year|yuan)s?\b`,
      'gi',
    ),
    /[¥￥] ?(\d[\d,]*(?:\.\d+)?)()()/g,
  ],
  zh: [
    new RegExp(
      String.raw`(?<![\w{.$-])(${chineseNumber})(?: ?(?:至|、|–) ?(${chineseNumber}))? ?(个工作日|秒|分钟|小时|天|周(?!岁)|个月|年(?! ?\d)|元)`,
      'g',
    ),
    /[¥￥] ?(\d[\d,]*(?:\.\d+)?)()()/g,
  ],
};

/** Lengths that a language has a word of its own for. */
const ownWords: Readonly<Record<'en' | 'zh', readonly (readonly [RegExp, number, Unit])[]>> = {
  en: [
    [/\bfortnight\b/gi, 14, 'day'],
    [/\bhalf an hour\b|\bhalf-hour/gi, 30, 'minute'],
    [/\bquarter of an hour\b/gi, 15, 'minute'],
    [/\bhalf a year\b/gi, 6, 'month'],
    [/\bhalf a day\b/gi, 12, 'hour'],
  ],
  zh: [
    [/半(?:个)?小时/g, 30, 'minute'],
    [/一刻钟/g, 15, 'minute'],
    [/半年/g, 6, 'month'],
    [/半天/g, 12, 'hour'],
  ],
};

/** The value of a number as a sentence writes it: `1,500.00`, `five`, 十二. */
function valueOf(written: string): number {
  if (/\d/.test(written)) return Number(written.replaceAll(',', ''));
  const english = written
    .toLowerCase()
    .split(/[ -]/)
    .map((word) => englishNumerals.indexOf(word));
  if (english.every((at) => at >= 0)) return english.reduce((sum, at) => sum + (at <= 20 ? at : (at - 18) * 10), 0);
  const [tens, ones] = written.includes('十') ? written.split('十') : ['零', written];
  const digitOf = (digit: string | undefined) =>
    '零一二三四五六七八九'.indexOf(digit === '两' ? '二' : (digit ?? '零'));
  return digitOf(tens || '一') * 10 + digitOf(ones || '零');
}

/** Plural forms are no statements: "1 day". */
const pluralForm = /=== 1\s*\? (?:'[^']*'|`[^`]*`)|\bone: '[^']*'/g;
const comment = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

type Told = { where: string; unit: Unit; number: number };

function toldIn({ path, where, languages }: Dictionary): Told[] {
  const text = read(path).replace(comment, '').replace(pluralForm, '');
  const named = languages.flatMap((language) =>
    ownWords[language].flatMap(([pattern, number, unit]) =>
      [...text.matchAll(pattern)].map(() => ({ where, unit, number })),
    ),
  );
  const counted = languages
    .flatMap((language) => patterns[language].flatMap((pattern) => [...text.matchAll(pattern)]))
    .flatMap(([, from, to, word = '']) =>
      [from, to].flatMap((number) =>
        number
          ? [{ where, unit: chinese[word] ?? ((word.toLowerCase() || 'yuan') as Unit), number: valueOf(number) }]
          : [],
      ),
    );
  return [...named, ...counted];
}

type Dictionary = { path: string; where: string; languages: readonly ('en' | 'zh')[] };

/** A file with words for people: those of the rooms by their folder, those of the server by their name or folder, wherever it is. */
const dictionaries = execFileSync('git', ['ls-files', '*/messages/*.ts', '*words*.ts', '*/words/*.ts'], {
  cwd: fileURLToPath(root),
  encoding: 'utf8',
})
  .split('\n')
  .flatMap(dictionaryAt);

function dictionaryAt(path: string): Dictionary[] {
  const parts = /^(contract|ui|portal|console|server)\/src\/(.*\/)?([^/]+)\.ts$/.exec(path);
  const [, room = '', folders = '', file = ''] = parts ?? [];
  const place = `${folders.includes('/words/') ? 'words/' : ''}${file}`;
  if (room === '' || /\.(test|testing)$/.test(file) || (room === 'server' && !place.includes('words'))) return [];
  return [{ path, where: `${room}/${place.replace(/\.(en|zh)$/, '')}`, languages: languagesOf(`${folders}${file}`) }];
}

function languagesOf(place: string): Dictionary['languages'] {
  const language = /(?:^|[./])(en|zh)(?:$|\/)/.exec(place)?.[1];
  return language === 'en' || language === 'zh' ? [language] : ['en', 'zh'];
}

const told = dictionaries.flatMap(toldIn);

describe('the lengths of time and the amounts that sentences name', () => {
  it('are those of the rules: what is written in a dictionary stands beside what decides it, in both languages [T5]', () => {
    const untied = told.filter(({ where, unit, number }) => !ties[where]?.[unit]?.includes(number));

    expect(dictionaries.length).toBeGreaterThan(150);
    expect(told.length).toBeGreaterThan(90);
    expect(untied).toEqual([]);
  });

  it('are named somewhere, each that is tied', () => {
    const unused = Object.entries(ties).flatMap(([where, units]) =>
      Object.entries(units).flatMap(([unit, numbers]) =>
        numbers
          .filter((number) => !told.some((one) => one.where === where && one.unit === unit && one.number === number))
          .map((number) => `${where}: ${number} ${unit}`),
      ),
    );

    expect(unused).toEqual([]);
  });
});
