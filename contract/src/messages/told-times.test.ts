import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  acceptedExtensionMinutes,
  cancellationLimits,
  forgottenAfterDays,
  neverAloneAge,
  oldestArrivalDays,
  payWorkingDays,
  pickupAge,
  reportMinutes,
  type RetentionPeriod,
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

/** What the banks, or an office, promise: no rule of ours. */
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
  report: reportMinutes,
  fapiao: ruleIn('server/src/books/fapiao/store.ts', /dueWorkingDays = (\d+)/),
};

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | 'working day';
type Ties = Partial<Record<Unit, readonly number[]>>;

/** By dictionary: each length of time that a sentence of it names, and what says so. */
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
  'portal/help-contact': {
    // By when a complaint about the conduct of an exam should reach us.
    day: [ruleIn('server/src/offer/catalogue/contacts.ts', /daysAhead = (\d+)/), ...promised(7)],
    'working day': [rightsAnswerDays],
  },
  'portal/help-cookies': { year: [ruleIn('ui/src/app/language.ts', /year = (\d+) \* 24/) / 365] },
  'portal/help-questions': {
    // Half an hour to pay is a setting with that default; ten minutes until another look are advice.
    minute: [lifetime('code'), quotes.report, ...promised(10)],
    day: [
      lifetime('closedContact'),
      hoursOf(retentionTable.draft.period) / 24,
      quotes.letterDays,
      // Some products lay down more.
      ...promised(14),
    ],
    week: quotes.refundWeeks,
    month: 'months' in retentionTable.cancellationPaper.period ? [retentionTable.cancellationPaper.period.months] : [],
    'working day': [rightsAnswerDays, quotes.fapiao, quotes.letterSettled, quotes.proof, ...quotes.bank],
  },
  'portal/order': { minute: [acceptedExtensionMinutes], 'working day': quotes.bank },
  'portal/own-data': { 'working day': [rightsAnswerDays] },
  'portal/payment': { minute: [acceptedExtensionMinutes] },
  'portal/registration': { 'working day': [quotes.proof], year: [neverAloneAge + 1] },
  'portal/upload': { hour: [unsentHours] },
  'console/decisions': { 'working day': [seedRefundPolicy.find(({ row }) => row === 'P1')?.workingDaysBefore ?? 0] },
  'console/frame': { second: [ruleIn('server/src/people/staff/totp.ts', /period = (\d+)/)] },
  'console/people': {
    hour: [24 * Number(/letIn: \{\s*seconds: day,/.test(read('server/src/platform/limits/table.ts')))],
  },
  'console/privacy': { day: [ruleIn('server/src/office/holds/propose.ts', /longestDays = (\d+)/)] },
  'console/relatives': { 'working day': [rightsAnswerDays] },
  'console/rights': { 'working day': [rightsAnswerDays, ruleIn('contract/src/rules/rights.ts', /alarmDays = (\d+)/)] },
  'contract/field-refusals': { hour: [unsentHours] },
  'contract/form-guides': { hour: [unsentHours] },
  'contract/refusals': { minute: [acceptedExtensionMinutes], hour: [unsentHours] },
  'contract/staff-refusals': {
    day: [ruleIn('server/src/office/holds/propose.ts', /longestDays = (\d+)/), oldestArrivalDays],
    'working day': [payWorkingDays],
  },
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
};
const patterns = {
  en: /(?<![\w{.$-])(\d+)(?:(?: to | or |–)(\d+))? (working day|second|minute|hour|day|week|month|year)s?\b/g,
  zh: /(?<![\w{.$-])(\d+)(?: ?(?:至|、|–) ?(\d+))? ?(个工作日|秒|分钟|小时|天|周(?!岁)|个月|年(?! ?\d))/g,
};

/** Plural forms are no statements: "1 day". */
const pluralForm = /=== 1 \? '[^']*'|\bone: '[^']*'/g;

type Told = { where: string; unit: Unit; number: number };

function toldIn(where: string, language: 'en' | 'zh', path: string): Told[] {
  const text = read(path).replace(pluralForm, '');
  return [...text.matchAll(patterns[language])].flatMap(([, from, to, word = '']) =>
    [from, to].flatMap((number) =>
      number === undefined ? [] : [{ where, unit: chinese[word] ?? (word as Unit), number: Number(number) }],
    ),
  );
}

const told = [
  ...(['portal', 'console'] as const).flatMap((area) =>
    (['en', 'zh'] as const).flatMap((language) =>
      readdirSync(new URL(`${area}/src/messages/${language}`, root)).flatMap((file) =>
        toldIn(`${area}/${file.replace('.ts', '')}`, language, `${area}/src/messages/${language}/${file}`),
      ),
    ),
  ),
  ...readdirSync(new URL('contract/src/messages', root)).flatMap((file) => {
    const [, name, language] = /^(.*)\.(en|zh)\.ts$/.exec(file) ?? [];
    return language === 'en' || language === 'zh'
      ? toldIn(`contract/${name}`, language, `contract/src/messages/${file}`)
      : [];
  }),
];

describe('the lengths of time that sentences name', () => {
  it('are those of the rules: what is written in a dictionary stands beside what decides it, in both languages [T5]', () => {
    const untied = told.filter(({ where, unit, number }) => !ties[where]?.[unit]?.includes(number));

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
