import { addDays, addMinutes, chinaDateOf, instantOf } from '@exam/contract/rules';
import { deltaFees, tktFees } from './fees.ts';
import {
  closing,
  monthsFrom,
  nthWeekday,
  opening,
  weekdayOnOrAfter,
  type DemoPaper,
  type DemoSession,
} from './plan.ts';

const times: Readonly<Record<string, readonly [string, string]>> = {
  M1: ['09:00', '10:20'],
  M2: ['10:45', '12:05'],
  M3: ['14:00', '15:20'],
  CLIL: ['15:45', '17:05'],
};

function modules(...codes: string[]): DemoPaper[] {
  return codes.map((subject) => {
    const [start, end] = times[subject] ?? ['09:00', '10:20'];
    return { subject, start, end, fees: tktFees };
  });
}

/** Monday 09:00 in China after a moment: when the announced session opens. */
function nextMonday(now: string): string {
  return instantOf(weekdayOnOrAfter(addDays(chinaDateOf(now), 1), 1), '09:00');
}

/** 17:00 today; 23:59 when that is over; 17:00 tomorrow in the day's last minutes (3-domain section 10). */
export function closingToday(now: string): string {
  const today = chinaDateOf(now);
  const choices = [instantOf(today, '17:00'), instantOf(today, '23:59'), instantOf(addDays(today, 1), '17:00')];
  return choices.find((at) => at > addMinutes(now, 5)) ?? closing(today, -1);
}

/** One TKT session for each thing a list can say, always at the same distance from today. */
export function tktShowcase(now: string): DemoSession[] {
  const today = chinaDateOf(now);
  const tkt = { product: 'tkt', papers: modules('M1', 'M2', 'M3'), publishStartAt: opening(today, 60) };
  const saturday = (days: number) => weekdayOnOrAfter(addDays(today, days), 6);
  const soon = addDays(today, 4);
  return [
    // Four days ahead, still open, two registrations: who pays now gets the letter at once.
    { ...tkt, key: 'soon', venue: 'BJ-01', date: soon, seat: 30, publishEndAt: instantOf(addDays(today, 3), '18:00') },
    { ...tkt, key: 'available', venue: 'SH-01', date: saturday(45), seat: 60, publishEndAt: closing(saturday(45), 10) },
    {
      ...tkt,
      key: 'notStarted',
      venue: 'BJ-01',
      date: saturday(110),
      seat: 60,
      publishStartAt: nextMonday(now),
      publishEndAt: closing(saturday(110), 20),
    },
    {
      ...tkt,
      key: 'full',
      venue: 'SH-02',
      date: saturday(38),
      papers: modules('M1'),
      seat: 3,
      publishEndAt: closing(saturday(38), 10),
    },
    {
      ...tkt,
      key: 'ended',
      venue: 'GZ-01',
      date: saturday(9),
      seat: 24,
      publishEndAt: instantOf(addDays(today, -1), '17:00'),
    },
    {
      ...tkt,
      key: 'expired',
      venue: 'BJ-01',
      date: addDays(today, -12),
      seat: 24,
      publishEndAt: instantOf(addDays(today, -22), '17:00'),
    },
    {
      ...tkt,
      key: 'lastSeat',
      venue: 'GZ-01',
      date: saturday(26),
      papers: modules('M2'),
      seat: 3,
      publishEndAt: closing(saturday(26), 10),
      notice: { en: 'The entrance is on the courtyard side.', zh: '入口位于院内一侧。' },
    },
    { ...tkt, key: 'closingToday', venue: 'CQ-01', date: saturday(14), seat: 40, publishEndAt: closingToday(now) },
    {
      ...tkt,
      key: 'perCandidate',
      venue: 'WH-01',
      date: saturday(33),
      papers: modules('M1', 'M2', 'M3', 'CLIL'),
      seat: 20,
      seatPer: 'Candidate',
      publishEndAt: closing(saturday(33), 10),
    },
    {
      ...tkt,
      key: 'closedVenue',
      venue: 'BJ-03',
      date: saturday(40),
      seat: 20,
      publishEndAt: closing(saturday(40), 10),
    },
    {
      ...tkt,
      key: 'draft',
      venue: 'SZ-01',
      date: saturday(60),
      seat: 20,
      publishEndAt: closing(saturday(60), 10),
      isDraft: true,
    },
  ];
}

/** The quarterly Saturdays of TKT and the first Wednesdays of June and December of Delta Module One. */
export function teachingSessions(now: string): DemoSession[] {
  const today = chinaDateOf(now);
  return monthsFrom(today, 14).flatMap((month) => [...quarterly(month, today), ...delta(month, today)]);
}

function quarterly(month: string, today: string): DemoSession[] {
  const date = nthWeekday(month, 6, 3);
  if (!['02', '05', '08', '11'].includes(month.slice(5)) || date <= addDays(today, 20)) return [];
  const papers = modules('M1', 'M2', 'M3', 'CLIL');
  const window = { publishStartAt: opening(date, 120), publishEndAt: closing(date, 14) };
  return ['BJ-01', 'SH-01', 'HZ-01'].map((venue) => ({ product: 'tkt', venue, date, papers, seat: 48, ...window }));
}

function delta(month: string, today: string): DemoSession[] {
  const date = nthWeekday(month, 3, 1);
  if (!['06', '12'].includes(month.slice(5)) || date <= today) return [];
  const [first, second] = deltaFees;
  const papers = [
    { subject: 'P1', start: '09:00', end: '10:30', fees: first },
    { subject: 'P2', start: '11:00', end: '12:30', fees: second },
  ];
  const window = { publishStartAt: opening(date, 300), publishEndAt: closing(date, 35) };
  const plan = { product: 'delta-module-one', date, papers, seat: 16, seatPer: 'Candidate' as const, ...window };
  return [
    { ...plan, key: `delta-${month}`, venue: 'BJ-01' },
    { ...plan, venue: 'SH-01' },
  ];
}
