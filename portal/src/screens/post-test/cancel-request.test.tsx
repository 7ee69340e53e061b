// @vitest-environment jsdom
import { named, pressNamed, write } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { postTestsWords } from '../../messages/post-tests.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();

/** Opens a paid request after an exam of which 500 would come back. */
async function openRequest(canRequestCancellation: boolean): Promise<HTMLElement> {
  const given = portal().example('postTest.get');
  portal().says('postTest.get', () => ({ ...given, canRequestCancellation }));
  const quote = portal().example('postTest.cancellationQuote');
  portal().says('postTest.cancellationQuote', () => ({ ...quote, amount: 50_000 }));
  return await open(portal(), '/candidate/posttestservice/0b6f0a52-6a2e-4c1a-9c55-0000000000aa');
}

describe('cancelling a request after an exam', () => {
  it('sends a reason and the sum that was read [9.6]', async () => {
    const { cancel } = await postTestsWords.load('en');
    const page = await openRequest(true);

    await pressNamed(portal(), page, cancel.open);
    await pressNamed(portal(), page, cancel.submit('¥500.00'));
    const unreasoned = [portal().sent.length, page.textContent.includes(cancel.reasonWrong)];
    await write(portal(), page.querySelector('textarea')!, 'It was asked for by mistake.');
    await pressNamed(portal(), page, cancel.submit('¥500.00'));

    expect(unreasoned).toEqual([0, true]);
    expect(portal().sent).toMatchObject([
      { name: 'postTest.requestCancellation', wrong: null, body: { amount: 50_000 } },
    ]);
  });

  it('is offered when the server says so', async () => {
    const { cancel } = await postTestsWords.load('en');
    const offered = [];
    for (const may of [true, false]) offered.push(named(await openRequest(may), cancel.open) !== undefined);

    expect(offered).toEqual([true, false]);
  });
});
