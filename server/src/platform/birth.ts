import { addDays, adultAge, ageOn, neverAloneAge, sensitiveAge, weekdayOf } from '@exam/contract/rules';
import { blindIndex, seal, unseal } from '#platform/vault';

/** The tables that keep somebody's birth date. */
export const birthTables = ['candidate', 'application', 'booking', 'post_test'] as const;
export type BirthTable = (typeof birthTables)[number];

/** The ages with which a rule changes. */
export const ageClasses = [0, neverAloneAge + 1, sensitiveAge, adultAge] as const;

/** The highest of the ages 0, 11, 14 and 18 that somebody has reached on a China date: what lists and reports need of an age (decision 0058). */
export function ageClassOn(dob: string, day: string): number {
  const age = ageOn(dob, day);
  return ageClasses.findLast((least) => least <= age) ?? 0;
}

/** The keyed hash by which birth dates are compared, within one account only: across accounts it would tell who was born on one day. */
export function birthKeyOf(accountId: string, dob: string): Buffer {
  return blindIndex('birth', `${accountId}|${dob}`);
}

/** Until which China date birthdays are noted: the last Monday, so that two nightly backups tell the week of one, and not its day. */
export function notedUntil(today: string): string {
  return addDays(today, -((weekdayOf(today) + 6) % 7));
}

/** This year, for whoever reaches an age with it that changes a rule and whose birthday is noted as past; otherwise the year of birth, which says nothing. */
export function pastIn(dob: string, today: string): number {
  const [born, year, until] = [Number(dob.slice(0, 4)), Number(today.slice(0, 4)), notedUntil(today)];
  const isReached = ageClasses.some((age) => born + age === year);
  return isReached && until >= `${year}${dob.slice(4)}` ? year : born;
}

/** What a row keeps of a birth date: sealed, as a key to compare it by, and the year (decision 0058). @param dob China date, as `today` is. */
export function birthColumns(
  { table, row, accountId }: { table: BirthTable; row: string; accountId: string },
  { dob, today }: { dob: string; today: string },
) {
  return {
    dob_sealed: seal(dob, { table, row, column: 'dob' }),
    birth_key: birthKeyOf(accountId, dob),
    birth_year: Number(dob.slice(0, 4)),
    birthday_past_in: pastIn(dob, today),
  };
}

/** A birth date as a row has it. */
export type KeptBirth = { id: string; dob_sealed: Buffer | null; birth_year: number | null };

/** The birth date of a row, China date. Of somebody forgotten it is the first day of the year; '' where there never was one. */
export function dobOf(table: BirthTable, { id: row, dob_sealed: sealed, birth_year: year }: KeptBirth): string {
  if (sealed !== null && sealed.byteLength > 0) return unseal(sealed, { table, row, column: 'dob' });
  return year === null ? '' : `${year}-01-01`;
}

/** A gender as a row has it. */
export type KeptGender = { id: string; gender_sealed: Buffer | null };

/** The gender of a row that names somebody: it goes with the name. */
export function genderOf(table: BirthTable, { id: row, gender_sealed: sealed }: KeptGender): 'Male' | 'Female' {
  const kept = sealed === null ? '' : unseal(sealed, { table, row, column: 'gender' });
  return kept === 'Male' ? 'Male' : 'Female';
}
