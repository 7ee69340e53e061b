// @vitest-environment jsdom
import { pressNamed, write } from '@exam/ui/testing';
import { expect, it } from 'vitest';
import { authWords } from '../../../messages/auth.ts';
import { open, usePortal } from '../../../testing/site.ts';

const portal = usePortal();

it('leads a number without an account on to open one, with number and code, and says so [R-20]', async () => {
  const words = await authWords.load('en');
  portal().user = null;
  portal().refuses('user.signIn', 412, { code: 'ACCOUNT_NEW', userMessage: 'No account yet.' });
  const page = await open(portal(), '/auth/signin?callbackUrl=%2Fcandidate%2Fshopping-cart');
  await write(portal(), page.querySelector<HTMLInputElement>('input[name=mobile]')!, '13800138000');
  await write(portal(), page.querySelector<HTMLInputElement>('input[autocomplete="one-time-code"]')!, '482913');

  await pressNamed(portal(), page, words.signIn.submit);

  const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value;
  await expect.poll(() => field('phoneNumber')).toBe('13800138000');
  expect(field('verificationCode')).toBe('482913');
  expect(document.body.textContent).toContain(words.register.proved);
  expect(document.body.textContent).not.toContain('No account yet.');
});
