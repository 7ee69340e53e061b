import { type Assertion, expect } from 'vitest';

/**
 * Expects of a count that can never be wrong: seats, orders, charges, refunds, what happens once, who has a right. Wrong once it fails the run
 * for good: the error is called `WrongCount`, and what failed with one is not tried again (decision 0021). Not for what is waited for: a wait
 * in vain is `expect.poll`.
 */
export function expectExactly<Actual>(actual: Actual, message?: string): Assertion<void, Actual> {
  return withFinalErrors(expect(actual, message));
}

/** The same assertion, each of its failures under the other name; through `not`, `resolves` and `rejects` too. */
function withFinalErrors<Subject extends object>(assertion: Subject): Subject {
  return new Proxy(assertion, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === 'function')
        return (...given: unknown[]) => settle(() => Reflect.apply(value, target, given));
      return typeof value === 'object' && value !== null ? withFinalErrors(value) : value;
    },
  });
}

function settle(check: () => unknown): unknown {
  try {
    const outcome = check();
    return isThenable(outcome) ? Promise.resolve(outcome).catch(renamed) : outcome;
  } catch (error) {
    return renamed(error);
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value;

function renamed(error: unknown): never {
  if (error instanceof Error) Object.defineProperty(error, 'name', { value: 'WrongCount' });
  throw error;
}
