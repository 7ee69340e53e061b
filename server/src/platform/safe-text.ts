/**
 * Text that no spreadsheet takes for a formula: what begins like one gets an apostrophe before it, also behind blanks and in its
 * full-width forms, which some programs fold. It is without what no XML may hold, for one such character makes a workbook unreadable.
 */
export function safeText(text: string): string {
  const held = text.toWellFormed().replaceAll(/[\uFFFE\uFFFF]/g, '');
  return /^[\s\u00A0\uFEFF]*[=+\-@\t\r\n＝＋－＠]/.test(held) ? `'${held}` : held;
}
