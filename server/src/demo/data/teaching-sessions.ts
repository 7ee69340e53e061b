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

/** How long a session that closes today can still be tried after the demonstration is loaded, in minutes. */
const leastOpen = 60;

/** 17:00 today (3-domain section 10); 23:59 where that is over or nearly; 17:00 tomorrow in the day's last hour. */
export function closingToday(now: string): string {
  const today = chinaDateOf(now);
  const choices = [instantOf(today, '17:00'), instantOf(today, '23:59'), instantOf(addDays(today, 1), '17:00')];
  return choices.find((at) => at > addMinutes(now, leastOpen)) ?? closing(today, -1);
}

/** One TKT session for each thing a list can say, always at the same distance from today. */
export function tktShowcase(now: string): DemoSession[] {
  return [...tktAvailable(now), ...tktClosed(now)];
}

type TktPlan = Pick<DemoSession, 'venue' | 'date' | 'seat' | 'publishEndAt'> & Partial<DemoSession>;

function tktSession(now: string, plan: TktPlan): DemoSession {
  return { product: 'tkt', papers: modules('M1', 'M2', 'M3'), publishStartAt: opening(chinaDateOf(now), 60), ...plan };
}

/** The first Saturday on or after this many days, with registration until ten days before. */
function onSaturday(now: string, days: number): Pick<DemoSession, 'date' | 'publishEndAt'> {
  const date = weekdayOnOrAfter(addDays(chinaDateOf(now), days), 6);
  return { date, publishEndAt: closing(date, 10) };
}

/** Sessions that can be registered for today. */
function tktAvailable(now: string): DemoSession[] {
  const today = chinaDateOf(now);
  const soon = { date: addDays(today, 4), publishEndAt: instantOf(addDays(today, 3), '18:00') };
  const lastSeatNotice = { en: 'The entrance is on the courtyard side.', zh: '入口位于院内一侧。' };
  const all = modules('M1', 'M2', 'M3', 'CLIL');
  const plans: TktPlan[] = [
    // Four days ahead, still open, two registrations: who pays now gets the letter at once.
    { key: 'soon', venue: 'BJ-01', seat: 30, ...soon },
    { key: 'available', venue: 'SH-01', seat: 60, ...onSaturday(now, 45) },
    { key: 'lastSeat', venue: 'GZ-01', seat: 3, papers: modules('M2'), notice: lastSeatNotice, ...onSaturday(now, 26) },
    { key: 'closingToday', venue: 'CQ-01', seat: 40, ...onSaturday(now, 14), publishEndAt: closingToday(now) },
    { key: 'perCandidate', venue: 'WH-01', seat: 20, seatPer: 'Candidate', papers: all, ...onSaturday(now, 33) },
  ];
  return plans.map((plan) => tktSession(now, plan));
}

/** Sessions that cannot: not open yet, full, closed, over, at a closed venue, not published. */
function tktClosed(now: string): DemoSession[] {
  const today = chinaDateOf(now);
  const yesterday = instantOf(addDays(today, -1), '17:00');
  const past = { date: addDays(today, -12), publishEndAt: instantOf(addDays(today, -22), '17:00') };
  const plans: TktPlan[] = [
    { key: 'notStarted', venue: 'BJ-01', seat: 60, ...onSaturday(now, 110), publishStartAt: nextMonday(now) },
    { key: 'full', venue: 'SH-02', seat: 3, papers: modules('M1'), ...onSaturday(now, 38) },
    { key: 'ended', venue: 'GZ-01', seat: 24, ...onSaturday(now, 9), publishEndAt: yesterday },
    { key: 'expired', venue: 'BJ-01', seat: 24, ...past },
    { key: 'closedVenue', venue: 'BJ-03', seat: 20, ...onSaturday(now, 40) },
    { key: 'draft', venue: 'SZ-01', seat: 20, isDraft: true, ...onSaturday(now, 60) },
  ];
  return plans.map((plan) => tktSession(now, plan));
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
