import { addDays, addMonths, chinaDateOf, instantOf } from '@exam/contract/rules';
import {
  fiaFees,
  groupEntryFees,
  lateFee,
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
  ];
}

/** Two on-demand days a month for ACCA and one for FIA at every office. */
function onDemand(month: string, today: string): DemoSession[] {
  const days = [nthWeekday(month, 3, 2), nthWeekday(month, 4, 4)].filter(
    (date) => date > addDays(today, 2) && !isFeast(date),
  );
  return days.flatMap((date, index) =>
    centres.flatMap((venue) => {
      const codes = date < redesign ? ['BT', 'MA', 'FA', 'LW'] : ['K1', 'K2', 'K3'];
      const window = { publishStartAt: opening(date, 90), publishEndAt: closing(date, 10) };
      const acca = {
        product: 'acca',
        venue,
        date,
        papers: papers(codes, '09:30', '11:30', onDemandFees),
        seat: 24,
        ...window,
      };
      const fiaCodes = date < redesign ? ['FA1', 'MA1', 'FA2', 'MA2', 'FBT', 'FMA', 'FFA'] : ['F1', 'F2', 'F3'];
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

/** Sessions for particular things: the sample price, late entry now, a hot session, a code, the papers after July 2027. */
function accountancyShowcase(now: string): DemoSession[] {
  const today = chinaDateOf(now);
  const weekday = (days: number, day: number) => weekdayOnOrAfter(addDays(today, days), day);
  const publishStartAt = opening(today, 40);
  const farOff = later(`${addMonths(`${today.slice(0, 7)}-01`, 8).slice(0, 7)}-14`, '2027-07-14');
  const group = { product: 'acca-group', venue: 'BJ-02', seat: 50, publishStartAt };
  return [
    {
      key: 'sample',
      product: 'acca',
      venue: 'BJ-02',
      date: weekday(35, 2),
      papers: papers(['PM'], '09:30', '12:30', sampleFees),
      seat: 40,
      publishStartAt,
      publishEndAt: closing(weekday(35, 2), 12),
    },
    {
      key: 'late',
      product: 'acca',
      venue: 'SH-02',
      date: weekday(30, 4),
      papers: papers(['SBL', 'SBR'], '13:30', '16:45', strategicFees),
      seat: 40,
      publishStartAt,
      lateFrom: instantOf(addDays(today, -3), '00:00'),
      publishEndAt: instantOf(addDays(today, 6), '17:00'),
      notice: {
        en: 'Late entry applies: the awarding body charges more for entries after the standard closing date.',
        zh: '现为逾期报名阶段：标准截止日之后的报名，考试局加收逾期费。',
      },
    },
    {
      key: 'hot',
      product: 'acca',
      venue: 'SZ-01',
      date: weekday(48, 1),
      papers: papers(['AFM'], '13:30', '16:45', strategicFees),
      seat: 20,
      publishStartAt,
      publishEndAt: closing(weekday(48, 1), 14),
      isHot: true,
    },
    {
      ...group,
      key: 'exclusive',
      date: weekday(42, 5),
      papers: papers(['BT', 'MA', 'FA', 'FBT', 'FMA', 'FFA'], '09:30', '11:30', groupEntryFees),
      publishEndAt: closing(weekday(42, 5), 10),
      invitationCode: demoInvitationCode,
    },
    {
      ...group,
      key: 'group',
      venue: 'SH-02',
      date: weekday(28, 5),
      papers: papers(['BT', 'MA', 'FA', 'FBT', 'FMA', 'FFA'], '14:00', '16:00', groupEntryFees),
      publishEndAt: closing(weekday(28, 5), 10),
    },
    {
      key: 'redesigned',
      product: 'acca',
      venue: 'BJ-02',
      date: farOff,
      papers: papers(['K1', 'K2', 'K3'], '09:30', '11:30', onDemandFees),
      seat: 24,
      publishStartAt: opening(farOff, 60),
      publishEndAt: closing(farOff, 10),
    },
  ];
}

/** The code of the group session of the demonstration: eight characters of Crockford base32 (T12). */
export const demoInvitationCode = 'KT7W-4MPX';

function later(a: string, b: string): string {
  return a > b ? a : b;
}
