import { CallError } from '@exam/contract/client';

/** What became of several things that were changed one after the other. */
export type Outcome<Thing> = {
  done: readonly Thing[];
  /** Those that were refused, each with its sentence. */
  refused: readonly { thing: Thing; reason: string }[];
  /** The one that nobody knows of, as no answer came; those after it were not tried. */
  lost: Thing | null;
};

/**
 * Makes a call for each, one after the other. One that is refused does not stop the rest; one without an answer does.
 * @param act may throw CallError; whatever else it throws is thrown on
 * @param tell how many were tried so far
 */
export async function oneByOne<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<unknown>,
  tell: (tried: number) => void = () => undefined,
): Promise<Outcome<Thing>> {
  const done: Thing[] = [];
  const refused: { thing: Thing; reason: string }[] = [];
  for (const thing of things) {
    try {
      await act(thing);
      done.push(thing);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { status, userMessage } = error.problem;
      if (status === 0 || status >= 500) return { done, refused, lost: thing };
      refused.push({ thing, reason: userMessage });
    }
    tell(done.length + refused.length);
  }
  return { done, refused, lost: null };
}
