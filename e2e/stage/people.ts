import { randomInt } from 'node:crypto';
import { checkIdentity } from '@exam/contract/rules';

const dayMs = 86_400_000;

/** Today in China, or this many days later: `yyyy-mm-dd`. */
export function chinaDay(days = 0): string {
  return new Date(Date.now() + 8 * 3_600_000 + days * dayMs).toISOString().slice(0, 10);
}

/** A mainland number that nobody has yet. */
export function newPhone(): string {
  return `137${String(randomInt(1e8)).padStart(8, '0')}`;
}

const given = new Set<string>();

/** A valid resident number of somebody born on a China date; nobody else of the file has it. */
export function residentNumber(dob: string): string {
  const number = drawnNumber(dob);
  if (given.has(number)) return residentNumber(dob);
  given.add(number);
  return number;
}

function drawnNumber(dob: string): string {
  const start = `110101${dob.replaceAll('-', '')}${String(randomInt(1000)).padStart(3, '0')}`;
  const found = Array.from('0123456789X').find(
    (sign) => checkIdentity('IDCard', start + sign, { today: '2099-01-01' }).ok,
  );
  return start + (found ?? '');
}

/** The date on which somebody was born who turned `years` this many days before today. */
export function bornYearsAgo(years: number, days = 30): string {
  const day = chinaDay(-days);
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`.replace('-02-29', '-02-28');
}

/** One of a few names, in pinyin as on a document. */
export function childName(index: number): { lastName: string; firstName: string } {
  return { lastName: 'WANG', firstName: ['HAORAN', 'SIQI', 'YUTONG', 'ZIHAN', 'LELE'][index % 5] ?? 'HAORAN' };
}
