// @vitest-environment jsdom
import { named, pressNamed } from '@exam/ui/testing';
import { expect, it } from 'vitest';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { show, usePortal } from '../../testing/site.ts';
import { Completed } from './completed.tsx';
import type { StepProps } from './wizard.ts';

const portal = usePortal();

it('a booking that was sent says its number, and leads to itself, to all bookings and to another one', async () => {
  const { completed: words } = await bookingWizardWords.load('en');
  const begun: string[] = [];
  const submitted = [{ id: '0b6f0a52-6a2e-4c1a-9c55-000000000001', code: 'B2611000001' }];
  const props = { submitted, again: () => begun.push('again') } as unknown as StepProps;
  const page = await show(portal(), '/exam-booking', <Completed {...props} />);

  await pressNamed(portal(), page, words.another);

  expect(page.textContent).toContain('B2611000001');
  expect([words.toBooking, words.toBookings].map((name) => named(page, name)?.getAttribute('href'))).toEqual([
    '/candidate/booking/0b6f0a52-6a2e-4c1a-9c55-000000000001',
    '/candidate/booking',
  ]);
  expect(begun).toEqual(['again']);
});
