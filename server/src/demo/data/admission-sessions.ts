import { chinaDateOf, instantOf } from '@exam/contract/rules';
import { stepFees } from './fees.ts';
import { closing, nthWeekday, opening, type DemoSession } from './plan.ts';

/** STEP next June (dates provisional) and, in the archive, the admission tests of the October before. */
export function admissionSessions(now: string): DemoSession[] {
  const today = chinaDateOf(now);
  const year = Number(today.slice(0, 4));
  const stepYear = today < `${year}-05-03` ? year : year + 1;
  const archiveYear = today > `${year}-10-31` ? year - 1 : year - 2;
  return [...step(stepYear), ...archive(Math.min(archiveYear, 2025))];
}

function step(year: number): DemoSession[] {
  const first = nthWeekday(`${year}-06`, 3, 1);
  const window = {
    publishStartAt: instantOf(`${year}-03-01`, '09:00'),
    publishEndAt: instantOf(`${year}-05-02`, '16:00'),
  };
  return [0, 1].flatMap((week) => {
    const subject = week === 0 ? 'STEP2' : 'STEP3';
    const date = week === 0 ? first : nthWeekday(`${year}-06`, 3, 3);
    const papers = [{ subject, start: '15:00', end: '18:00', fees: stepFees }];
    return ['BJ-01', 'SH-01', 'GZ-01'].map((venue) => ({ product: 'step', venue, date, papers, seat: 30, ...window }));
  });
}

function archive(year: number): DemoSession[] {
  const date = nthWeekday(`${year}-10`, 4, 4);
  const papers = ['MAT', 'PAT'].map((subject) => ({ subject, start: '14:30', end: '17:00', fees: stepFees }));
  const window = { publishStartAt: opening(date, 60), publishEndAt: closing(date, 20) };
  return [{ product: 'admission-tests-2025', venue: 'BJ-01', date, papers, seat: 30, ...window }];
}
