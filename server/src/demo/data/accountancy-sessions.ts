import { addDays, addMonths, chinaDateOf, instantOf } from '@exam/contract/rules';
import {
  fiaFees,
  groupEntryFees,
  onDemandFees,
  sampleFees,
  sittingFees,
  strategicFees,
  type DemoFees,
} from './fees.ts';
import {
  closing,
  isFeast,
  monthsFrom,
  nthWeekday,
  opening,
  weekdayOnOrAfter,
  type DemoPaper,
  type DemoSession,
} from './plan.ts';

/** The day the redesigned qualification begins (3-domain 2.3). */
const redesign = '2027-07-01';
const centres = ['BJ-02', 'SH-02', 'GZ-01', 'CQ-01'] as const;

function papers(codes: readonly string[], start: string, end: string, fees: DemoFees): DemoPaper[] {
  return codes.map((subject) => ({ subject, start, end, fees }));
}

/** All accountancy sessions of the coming year: on demand, in sittings, for groups. */
export function accountancySessions(now: string): DemoSession[] {
  const today = chinaDateOf(now);
  return [
    ...monthsFrom(today, 5).flatMap((month) => onDemand(month, today)),
    ...monthsFrom(today, 12).flatMap((month) => sitting(month, today)),
    ...accountancyShowcase(now),
    ...groupSessions(now),
  ];
}

/** Two on-demand days a month for ACCA and one for FIA at every office. */
function onDemand(month: string, today: string): DemoSession[] {
  const days = [nthWeekday(month, 3, 2), nthWeekday(month, 4, 4)].filter(
    (date) => date > addDays(today, 2) && !isFeast(date),
  );
  return days.flatMap((date, index) =>
    centres.flatMap((venue) => {
      const codes = validOn(date, ['BT', 'MA', 'FA', 'LW'], ['K1', 'K2', 'K3']);
      const window = { publishStartAt: opening(date, 90), publishEndAt: closing(date, 10) };
      const acca = {
        product: 'acca',
        venue,
        date,
        papers: papers(codes, '09:30', '11:30', onDemandFees),
        seat: 24,
        ...window,
      };
      const fiaCodes = validOn(date, ['FA1', 'MA1', 'FA2', 'MA2', 'FBT', 'FMA', 'FFA'], ['F1', 'F2', 'F3']);
      const fia = {
        product: 'fia',
        venue,
        date,
        papers: papers(fiaCodes, '14:00', '16:00', fiaFees),
        seat: 20,
        ...window,
      };
      return index === 0 ? [acca] : [acca, fia];
    }),
  );
}

/** The sittings of March, June, September and December: one week, Monday, Wednesday and Thursday afternoons. */
function sitting(month: string, today: string): DemoSession[] {
  if (!['03', '06', '09', '12'].includes(month.slice(5))) return [];
  const monday = nthWeekday(month, 1, 1);
  if (monday <= addDays(today, 2)) return [];
  const isRedesigned = monday >= redesign;
  const days: readonly (readonly [number, readonly string[], string, DemoFees])[] = isRedesigned
    ? [[0, ['E1', 'E2', 'E3', 'E4', 'E5'], '16:30', sittingFees]]
    : [
        [0, ['PM', 'TX', 'FR'], '16:30', sittingFees],
        [2, ['AA', 'FM'], '16:30', sittingFees],
        [3, ['SBL', 'SBR', 'AFM', 'APM', 'ATX', 'AAA'], '16:45', strategicFees],
      ];
  const window = {
    publishStartAt: opening(monday, 130),
    lateFrom: opening(monday, 38),
    publishEndAt: closing(monday, 24),
  };
  return days.flatMap(([offset, codes, end, fees]) =>
    centres.slice(0, 3).map((venue) => ({
      product: 'acca',
      venue,
      date: addDays(monday, offset),
      papers: papers(codes, '13:30', end, fees),
      seat: 40,
      ...window,
    })),
  );
}

/** The first such weekday on or after this many days, with registration until ten days before. */
function onWeekday(
  now: string,
  days: number,
  weekday: number,
): Pick<DemoSession, 'date' | 'publishStartAt' | 'publishEndAt'> {
  const today = chinaDateOf(now);
  const date = weekdayOnOrAfter(addDays(today, days), weekday);
  return { date, publishStartAt: opening(today, 40), publishEndAt: closing(date, 10) };
}

/** Sessions for particular things: the sample price, late entry now, a hot session, the papers after July 2027. */
function accountancyShowcase(now: string): DemoSession[] {
  const today = chinaDateOf(now);
  const farOff = later(`${addMonths(`${today.slice(0, 7)}-01`, 8).slice(0, 7)}-14`, '2027-07-14');
  const lateNotice = {
    en: 'Late entry applies: the awarding body charges more for entries after the standard closing date.',
    zh: '现为逾期报名阶段：标准截止日之后的报名，考试局加收逾期费。',
  };
  const acca = { product: 'acca', seat: 40 };
  const [sampleDay, lateDay, hotDay] = [onWeekday(now, 35, 2), onWeekday(now, 30, 4), onWeekday(now, 48, 1)];
  const sample = papers(validOn(sampleDay.date, ['PM'], ['E1']), '09:30', '12:30', sampleFees);
  const late = papers(validOn(lateDay.date, ['SBL', 'SBR'], ['E4', 'E5']), '13:30', '16:45', strategicFees);
  const hot = papers(validOn(hotDay.date, ['AFM'], ['E5']), '13:30', '16:45', strategicFees);
  const lateWindow = {
    lateFrom: instantOf(addDays(today, -3), '00:00'),
    publishEndAt: instantOf(addDays(today, 6), '17:00'),
  };
  return [
    { ...acca, key: 'sample', venue: 'BJ-02', papers: sample, ...sampleDay },
    { ...acca, key: 'late', venue: 'SH-02', papers: late, notice: lateNotice, ...lateDay, ...lateWindow },
    { ...acca, key: 'hot', venue: 'SZ-01', papers: hot, isHot: true, ...hotDay },
    {
      ...acca,
      key: 'redesigned',
      venue: 'BJ-02',
      date: farOff,
      papers: papers(['K1', 'K2', 'K3'], '09:30', '11:30', onDemandFees),
      publishStartAt: opening(farOff, 60),
      publishEndAt: closing(farOff, 10),
    },
  ];
}

/** The codes of the structure in force on a date. */
function validOn(date: string, before: readonly string[], after: readonly string[]): readonly string[] {
  return date < redesign ? before : after;
}

/** Group entry: one session behind a code, one open to every group. */
function groupSessions(now: string): DemoSession[] {
  const codes = ['BT', 'MA', 'FA', 'FBT', 'FMA', 'FFA'];
  const morning = papers(codes, '09:30', '11:30', groupEntryFees);
  const afternoon = papers(codes, '14:00', '16:00', groupEntryFees);
  const group = { product: 'acca-group', seat: 50 };
  const invitation = { key: 'exclusive', invitationCode: demoInvitationCode };
  return [
    { ...group, ...invitation, venue: 'BJ-02', papers: morning, ...onWeekday(now, 42, 5) },
    { ...group, key: 'group', venue: 'SH-02', papers: afternoon, ...onWeekday(now, 28, 5) },
  ];
}

/** The code of the group session of the demonstration: eight characters of Crockford base32 (T12). */
export const demoInvitationCode = 'KT7W-4MPX';

function later(a: string, b: string): string {
  return a > b ? a : b;
}
