import type { Call } from '@exam/contract/calls';
import { visibleText } from '@exam/contract/rules';
import type * as z from 'zod/mini';
import { Refusal } from '#platform/errors';

type Issue = z.core.$ZodIssue;
type Part = 'params' | 'query' | 'body';

/**
 * Checks one part of a request against the contract, after removing invisible characters from its texts (`visibleText`).
 * @throws Refusal NOT_FOUND for a path parameter or an id of a shape that we never made (S-6); MALFORMED (400) for a wrong
 * type, an unknown key, a value outside a closed list; FIELDS (412) with the fields that are missing, too long or misspelt.
 */
export function checkInput(call: Pick<Call, Part>, part: Part, value: unknown): unknown {
  const schema = call[part];
  if (!schema) return undefined;
  takeUnseen(value);
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw refusalOf(result.error.issues, part);
}

/** Works in place and without recursion, because the sender decides how deep a body is nested. */
function takeUnseen(value: unknown): void {
  const waiting: unknown[] = [value];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (!isRecord(each)) continue;
    for (const [key, inner] of Object.entries(each)) {
      if (typeof inner === 'string') each[key] = visibleText(inner);
      else if (isRecord(inner)) waiting.push(inner);
    }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function refusalOf(issues: readonly Issue[], part: Part): Refusal {
  if (part === 'params' || issues.some(isUnknownId)) return new Refusal('NOT_FOUND');
  if (part === 'query') return new Refusal('MALFORMED');
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const code = fieldCode(issue);
    if (code === null || issue.path.length === 0) return new Refusal('MALFORMED');
    fields[issue.path.join('.')] ??= code;
  }
  return new Refusal('FIELDS', { fields });
}

function isUnknownId(issue: Issue): boolean {
  return issue.code === 'invalid_format' && issue.format === 'uuid';
}

/** What a person can put right; null is a fault of the program that called. */
function fieldCode(issue: Issue): string | null {
  if (issue.code === 'invalid_type') return issue.input === undefined || issue.input === null ? 'REQUIRED_FIELD' : null;
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'TOO_LONG' : 'INVALID_FORMAT';
  if (issue.code === 'too_small') return issue.origin === 'string' ? 'REQUIRED_FIELD' : 'INVALID_FORMAT';
  if (issue.code === 'invalid_format') return 'INVALID_FORMAT';
  return null;
}
