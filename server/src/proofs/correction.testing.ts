import { expect } from 'vitest';
import { ask, type SignedIn } from '#testing';

/** The account changes whom it saved. */
export async function correct(
  browser: SignedIn,
  id: string,
  changes: object = { firstName: 'XIAOMING' },
): Promise<void> {
  const { lastName, firstName, idType } = (await ask(browser, 'candidate.get', { params: { id } })).body;
  const { status, text } = await ask(browser, 'candidate.modify', {
    body: { id, lastName, firstName, idType, ...changes },
  });
  expect(status, text).toBe(200);
}
