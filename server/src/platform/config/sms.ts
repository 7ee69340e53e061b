import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const codes = z.record(z.string(), z.string().check(z.regex(/^\w{1,64}$/)));

/**
 * The SMS service's codes of our texts, by our own codes: from JSON, or from the file it is in. None when unset.
 * @returns null when it cannot be read.
 */
export function readSmsTemplates(given: string | undefined): ReadonlyMap<string, string> | null {
  if (given === undefined) return new Map();
  try {
    const text = given.trimStart().startsWith('{') ? given : readFileSync(given, 'utf8');
    return new Map(Object.entries(codes.parse(JSON.parse(text))));
  } catch {
    return null;
  }
}
