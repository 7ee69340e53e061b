import { canRegisterAccount, dobFromWire } from '@exam/contract/rules';

/**
 * Reads an account holder's birth date from the wire. `today` is the China date.
 * @returns the China date, or why it is refused: DOB_FORMAT when it is none or not possible, UNDER_AGE below 18.
 */
export function readBirthDate(
  given: string,
  today: string,
): { ok: true; dateOfBirth: string } | { ok: false; code: 'DOB_FORMAT' | 'UNDER_AGE' } {
  const dateOfBirth = dobFromWire(given);
  if (dateOfBirth === null || dateOfBirth > today || dateOfBirth < '1900-01-01')
    return { ok: false, code: 'DOB_FORMAT' };
  return canRegisterAccount(dateOfBirth, today) ? { ok: true, dateOfBirth } : { ok: false, code: 'UNDER_AGE' };
}
