/** One step of a wizard as data: `fills` names the parts of the draft it writes, `when` says for whom it is shown. */
export interface Step<Id extends string, Draft> {
  id: Id;
  fills: readonly (keyof Draft)[];
  /** Shown always when absent. */
  when?: (draft: Draft) => boolean;
  /** Whether the draft holds everything this step asks for. */
  done: (draft: Draft) => boolean;
}

/** An entry of the step log: what the specification calls ApplicationStep. */
export interface LoggedStep {
  stepName: string;
  jsonResult: string;
}

/** Why a step log is refused. */
export const stepRefusals = ['STEP_UNKNOWN', 'STEP_OUT_OF_ORDER', 'STEP_MISSING', 'STEP_UNREADABLE'] as const;
export type StepRefusal = (typeof stepRefusals)[number];

type Steps<Id extends string, Draft> = readonly Step<Id, Draft>[];

/** The steps this draft goes through, in order: the progress bar. */
export function shown<Id extends string, Draft>(steps: Steps<Id, Draft>, draft: Draft): Id[] {
  return steps.filter((step) => step.when?.(draft) ?? true).map((step) => step.id);
}

/** The step after one, or null at the end (R-34: two further when the next is not shown). */
export function after<Id extends string, Draft>(steps: Steps<Id, Draft>, draft: Draft, id: NoInfer<Id>): Id | null {
  const from = indexOf(steps, id);
  const visible = shown(steps, draft);
  return visible.find((each) => indexOf(steps, each) > from) ?? null;
}

/** The step before one, or null at the beginning. */
export function before<Id extends string, Draft>(steps: Steps<Id, Draft>, draft: Draft, id: NoInfer<Id>): Id | null {
  const from = indexOf(steps, id);
  const visible = shown(steps, draft);
  return visible.findLast((each) => indexOf(steps, each) < from) ?? null;
}

/** The draft with everything that a step and the later ones fill put back to `empty`: a jump that starts over from there. */
export function cleared<Id extends string, Draft extends object>(
  steps: Steps<Id, Draft>,
  draft: Draft,
  jump: { to: NoInfer<Id>; empty: Draft },
): Draft {
  const fills = steps.slice(indexOf(steps, jump.to)).flatMap((step) => step.fills);
  return reset(draft, jump.empty, fills);
}

/**
 * The draft with only those parts put back to `empty` whose step `isValid` says no longer holds, and everything else kept: what a change
 * of information does in the Public wizard.
 */
export function pruned<Id extends string, Draft extends object>(
  steps: Steps<Id, Draft>,
  draft: Draft,
  check: { isValid: (id: Id, draft: Draft) => boolean; empty: Draft },
): Draft {
  return steps.reduce(
    (kept, step) => (check.isValid(step.id, kept) ? kept : reset(kept, check.empty, step.fills)),
    draft,
  );
}

/** The progress bar: every shown step with its state, earlier ones being complete. */
export function progress<Id extends string, Draft>(
  steps: Steps<Id, Draft>,
  draft: Draft,
  current: NoInfer<Id>,
): { id: Id; state: 'complete' | 'current' | 'upcoming' }[] {
  const at = indexOf(steps, current);
  return shown(steps, draft).map((id) => {
    const index = indexOf(steps, id);
    return { id, state: index < at ? 'complete' : index === at ? 'current' : 'upcoming' };
  });
}

/** The step to open when one is asked for: itself if it is shown and everything before it is done, else the first that is not done. */
export function guard<Id extends string, Draft>(steps: Steps<Id, Draft>, draft: Draft, wanted: NoInfer<Id>): Id {
  const limit = indexOf(steps, wanted);
  const visible = steps.filter((step) => step.when?.(draft) ?? true);
  const undone = visible.find((step) => indexOf(steps, step.id) < limit && !step.done(draft));
  return undone?.id ?? visible.find((step) => indexOf(steps, step.id) >= limit)?.id ?? wanted;
}

/**
 * Replays a step log against the steps this draft goes through: each of them once, in order, up to and including `through`, each result
 * readable JSON. Steps that are not shown log nothing.
 */
export function replay<Id extends string, Draft>(
  steps: Steps<Id, Draft>,
  draft: Draft,
  submission: { log: readonly LoggedStep[]; through: NoInfer<Id> },
): { ok: true } | { ok: false; code: StepRefusal; stepName: string } {
  const expected: string[] = shown(steps, draft).filter(
    (id) => indexOf(steps, id) <= indexOf(steps, submission.through),
  );
  const known: string[] = steps.map((step) => step.id);
  for (const [at, { stepName, jsonResult }] of submission.log.entries()) {
    if (!known.includes(stepName)) return { ok: false, code: 'STEP_UNKNOWN', stepName };
    if (expected[at] !== stepName) return { ok: false, code: 'STEP_OUT_OF_ORDER', stepName };
    if (!isJson(jsonResult)) return { ok: false, code: 'STEP_UNREADABLE', stepName };
  }
  const missing = expected[submission.log.length];
  return missing === undefined ? { ok: true } : { ok: false, code: 'STEP_MISSING', stepName: missing };
}

function indexOf<Id extends string, Draft>(steps: Steps<Id, Draft>, id: Id): number {
  return steps.findIndex((step) => step.id === id);
}

function reset<Draft extends object>(draft: Draft, empty: Draft, keys: readonly (keyof Draft)[]): Draft {
  const copy = { ...draft };
  for (const key of keys) copy[key] = empty[key];
  return copy;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
