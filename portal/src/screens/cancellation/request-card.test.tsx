// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { detailOf, named } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { cancellationWords } from '../../messages/cancellation.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
type Request = NonNullable<Reply<'application.get'>['cancellation']>;

/** Opens the registration of a request to cancel. */
async function openRequest(request: Partial<Request>): Promise<HTMLElement> {
  const given = portal().example('application.get');
  if (given.cancellation === null) throw new Error('The example has no request.');
  const cancellation = { ...given.cancellation, quotedAmount: 50_000, approvedAmount: null, ...request };
  portal().says('application.get', () => ({ ...given, cancellation }));
  return await open(portal(), `/candidate/application/${given.id}`);
}

describe('a request to cancel', () => {
  it('says what was approved beside what was asked for, which may be less [R-70]', async () => {
    const { request } = await cancellationWords.load('en');
    const page = await openRequest({ outcome: 'Approved', approvedAmount: 30_000 });

    expect([detailOf(page, request.quoted), detailOf(page, request.approved)]).toEqual(['¥500.00', '¥300.00']);
  });

  it.each([true, false])('can be taken back when the server says so: %s', async (canTakeBack) => {
    const words = await cancellationWords.load('en');
    const page = await openRequest({ outcome: null, canTakeBack });

    expect(named(page, words.request.takeBack) !== undefined).toBe(canTakeBack);
  });
});
