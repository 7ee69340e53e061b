import { type Assertion, expect } from 'vitest';

/**
 * Expects of a count that can never be wrong: seats, orders, charges, refunds, what happens once, who has a right. Wrong once it fails the run
 * for good: the error is called `WrongCount`, and what failed with one is not tried again (decision 0021). Not for what is waited for: a wait
 * in vain is `expect.poll`. Where the answers hold a 503, the machine was busy and nothing was counted: that is an ordinary failure.
 */
export function expectExactly<Actual>(actual: Actual, message?: string): Assertion<void, Actual> {
  const assertion = expect(actual, message);
  return saysBusy(actual) ? assertion : withFinalErrors(assertion);
}

/** Whether a status, a refusal, a list or a tally of them says that the server asked to come again. No count of a test is 503. */
function saysBusy(actual: unknown): boolean {
  if (isRefusal(actual)) return actual.code === 'BUSY';
  if (typeof actual === 'string') return /^503\b/.test(actual);
  if (Array.isArray(actual) || actual instanceof Set) return [...actual].some((each) => saysBusy(each));
  if (typeof actual === 'object' && actual !== null) return Object.keys(actual).some((key) => saysBusy(key));
  return actual === 503;
}

function isRefusal(actual: unknown): actual is { code: string } {
  return typeof actual === 'object' && actual !== null && 'code' in actual && typeof actual.code === 'string';
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
