/** The terms of use that are accepted now. */
export const termsVersion = '2026-11';
