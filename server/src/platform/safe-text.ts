/**
 * Text that no spreadsheet takes for a formula: what begins like one gets an apostrophe before it, also behind blanks and in its
 * full-width forms, which some programs fold.
 */
export function safeText(text: string): string {
  return /^[\s\u00A0\uFEFF]*[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
