/** How often something is tried: a few times in `npm test`, many times in the long forms (`npm run test:full`). */
export function rounds(few: number, many: number): number {
  return process.env['LONG_FORMS'] === undefined ? few : many;
}
