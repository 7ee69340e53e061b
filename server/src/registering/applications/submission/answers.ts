import { maskEmail } from '@exam/contract/rules';

/** Whether the answers to a form ask for a special arrangement: a yes/no answer that is yes. */
export function asksForArrangement(formJson: string | null): boolean {
  return arrangementAsked(formJson) !== null;
}

/** What the answers ask for, in the candidate's own words; null when they ask for nothing. */
export function arrangementAsked(formJson: string | null): string | null {
  for (const answer of Object.values(answersOf(formJson))) {
    if (typeof answer !== 'object' || answer === null || !('yes' in answer) || answer.yes !== true) continue;
    return 'reason' in answer && typeof answer.reason === 'string' ? answer.reason : '';
  }
  return null;
}

/**
 * The answers as staff read them, as JSON: addresses masked, and of a special arrangement only whether one is asked for, for what is
 * asked for has its own page.
 */
export function shownAnswers(formJson: string): string {
  const shown = Object.entries(answersOf(formJson)).map(([field, value]) => [field, withoutPrivate(value)] as const);
  return JSON.stringify(Object.fromEntries(shown));
}

function withoutPrivate(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('@') ? maskEmail(value) : value;
  if (typeof value === 'object' && value !== null && 'yes' in value) return { yes: value.yes };
  return value;
}

function answersOf(formJson: string | null): Record<string, unknown> {
  const answers: unknown = formJson === null ? {} : JSON.parse(formJson);
  return typeof answers === 'object' && answers !== null ? { ...answers } : {};
}
