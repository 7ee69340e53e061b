/**
 * A sender's file name made harmless (T19): no folders, no control characters, nothing that turns the direction of writing, at most
 * 120 characters with its ending kept.
 */
export function harmlessName(given: string): string {
  const bare = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = bare
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(clean)?.[0] ?? '';
  const stem = clean.slice(0, clean.length - ending.length);
  return `${
    Array.from(stem)
      .slice(0, 120 - ending.length)
      .join('') || 'file'
  }${ending}`;
}
