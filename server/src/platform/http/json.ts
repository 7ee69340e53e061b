const maximumDepth = 16;
const maximumEntries = 500;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

type Level = { keys: Set<string> | null; entries: number; expectsKey: boolean };

/**
 * Parses a request body as strict JSON (T28): UTF-8, no key twice, 16 levels, 500 entries in an object or list, no key that
 * reaches a prototype, no NUL, no half surrogate. Strings come back in Unicode normal form C.
 * @returns undefined for an empty body.
 * @throws SyntaxError for anything else.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  const value: unknown = JSON.parse(text, (_key, entry: unknown) =>
    typeof entry === 'string' ? entry.normalize('NFC') : entry,
  );
  checkStructure(text);
  return value;
}

/** One token of valid JSON after the blanks, numbers and words before it. */
const nextToken = /[^"{}[\],:]*("(?:[^"\\]|\\.)*"|[{}[\],:])/gy;

/** `text` is valid JSON already, so tokens can be told apart by a pattern; what parsing loses is checked here. */
function checkStructure(text: string): void {
  const levels: Level[] = [];
  for (const [, token = ''] of text.matchAll(nextToken)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      levels.push({ keys: token === '{' ? new Set() : null, entries: 1, expectsKey: token === '{' });
      if (levels.length > maximumDepth) throw new SyntaxError('too deep');
    } else if (token === '}' || token === ']') levels.pop();
    else if (token === ',' && level) countEntry(level);
    else if (token.startsWith('"')) checkString(JSON.parse(token), level);
  }
}

function countEntry(level: Level): void {
  level.entries += 1;
  level.expectsKey = level.keys !== null;
  if (level.entries > maximumEntries) throw new SyntaxError('too many entries');
}

function checkString(value: string, level: Level | undefined): void {
  if (value.includes('\u0000') || !value.isWellFormed()) throw new SyntaxError('forbidden character');
  if (!level?.keys || !level.expectsKey) return;
  level.expectsKey = false;
  if (level.keys.has(value) || forbiddenKeys.has(value)) throw new SyntaxError('forbidden key');
  level.keys.add(value);
}
