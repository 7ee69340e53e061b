// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { authWords } from '../../messages/auth.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();

/** What the sign-in says of where one comes from. */
async function toldFrom(callbackUrl: string | null): Promise<string[]> {
  const { cameFor } = await authWords.load('en');
  portal().user = null;
  const query = callbackUrl === null ? '' : `?callbackUrl=${encodeURIComponent(callbackUrl)}`;
  const { textContent: text } = await open(portal(), `/auth/signin${query}`);
  return Object.entries(cameFor).flatMap(([name, sentence]) => (text.includes(sentence) ? [name] : []));
}

it('says that a choice is kept to who was registering, that one comes back to who wanted another page, and nothing to who came for it', async () => {
  expect([
    await toldFrom('/exam-registration?product=tkt&step=candidateInfo'),
    await toldFrom('/candidate/order'),
    await toldFrom(null),
    await toldFrom('https://elsewhere.example/exam-registration'),
  ]).toEqual([['registering'], ['elsewhere'], [], []]);
});
