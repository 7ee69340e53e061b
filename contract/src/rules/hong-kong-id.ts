/**
 * The check digit of a Hong Kong identity card: letters count A=10 ... Z=35, a single-letter prefix is padded with a space = 36,
 * weights 9 to 2, ten written `A` (spec 3-domain 1.3).
 */
export function hongKongCheckDigit(prefix: string, digits: string): string {
  const values = Array.from(prefix.padStart(2, ' '), (sign) => (sign === ' ' ? 36 : sign.charCodeAt(0) - 55));
  const all = [...values, ...Array.from(digits, Number)];
  const sum = all.reduce((total, value, at) => total + value * (9 - at), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'A' : String(check);
}
