import { expect, it } from 'vitest';
import { reportTime } from './report-time.ts';

it.each([
  ['09:00', '08:30'],
  ['10:15', '09:45'],
  ['00:10', '23:40'],
])('the time to report for an exam at %s is %s [R-97]', (start, report) => {
  expect(reportTime(start)).toBe(report);
});
