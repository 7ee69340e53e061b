/** A LIKE pattern that finds the text anywhere, without the blanks around it; `%`, `_` and `\` in it are taken as they are. */
export function containing(text: string): string {
  return `%${beginningWith(text)}`;
}

/** A LIKE pattern that finds what begins with the text, without the blanks around it; `%`, `_` and `\` in it are taken as they are. */
export function beginningWith(text: string): string {
  return `${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}
