// @vitest-environment jsdom
import { write } from '@exam/ui/testing';
import { expect, it } from 'vitest';
import { open, usePortal } from '../../../testing/site.ts';

const portal = usePortal();

it.each([
  'Your verification code is 482913. It is valid for 5 minutes. Never share it with anybody.',
  '您的验证码是 482913，5 分钟内有效，请勿告诉他人。',
])('takes the code out of a whole message that is pasted: %s [R-18]', async (message) => {
  portal().user = null;
  const page = await open(portal(), '/auth/signin');
  const field = page.querySelector<HTMLInputElement>('input[autocomplete="one-time-code"]')!;

  // A browser cuts what is pasted at the field's length; a document that is simulated does not.
  await write(portal(), field, message.slice(0, field.maxLength));

  expect(field.value).toBe('482913');
});
