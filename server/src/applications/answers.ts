/** One answer of a form, for people to read. */
export type ShownAnswer = { field: string; value: string };

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

/** The answers as staff read them, without addresses and without what asks for a special arrangement: these have their own calls. */
export function shownAnswers(formJson: string | null): ShownAnswer[] {
  return Object.entries(answersOf(formJson)).flatMap(([field, value]) => {
    const words = wordsOf(value);
    return words === null || words.includes('@') ? [] : [{ field, value: words.slice(0, 4000) }];
  });
}

function wordsOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'object' && value !== null) return null;
  return String(value);
}

function answersOf(formJson: string | null): Record<string, unknown> {
  const answers: unknown = formJson === null ? {} : JSON.parse(formJson);
  return typeof answers === 'object' && answers !== null ? { ...answers } : {};
}
