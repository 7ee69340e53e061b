// @vitest-environment jsdom
import { wire } from '@exam/contract/wire';
import { detailOf, named, pressNamed, write } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { cancellationWords } from '../../messages/cancellation.ts';
import { examsWords } from '../../messages/exams.ts';
import { open, usePortal } from '../../testing/site.ts';
import type { Registration } from '../application/people.tsx';

const portal = usePortal();

/** Opens a registration that is paid, or as told. */
async function openExam(told: (given: Registration) => Partial<Registration>): Promise<HTMLElement> {
  const given = portal().example('application.get');
  const paid = { ...given, status: 'Registered' as const, amount: 100_000, move: null };
  portal().says('application.get', () => ({ ...paid, ...told(given) }));
  return await open(portal(), `/candidate/application/${given.id}`);
}

/** An exam that was moved by a day, and about which the candidate may still choose. */
const moved = ({ move, examInfo }: Registration): Partial<Registration> => ({
  move: move && { ...move, canChoose: true, choice: null, previousDate: '2026-12-20', previousStartTime: '09:00' },
  examInfo: { ...examInfo, examDate: '2026-12-21', startTime: '13:30' },
});

describe('an exam that was moved', () => {
  it('says which day it was and which it is, and lets the candidate keep it or have everything back [9.7]', async () => {
    const { move: words } = await examsWords.load('en');
    const page = await openExam(moved);

    const days = [detailOf(page, words.was), detailOf(page, words.is)];
    await pressNamed(portal(), page, words.refund('¥1,000.00'));
    const asked = portal().sent.length;
    await pressNamed(portal(), page.querySelector('dialog[open]')!, words.refund('¥1,000.00'));
    await pressNamed(portal(), page, words.accept);
    await pressNamed(portal(), page.querySelector('dialog[open]')!, words.accept);

    expect(days.map((day) => day?.replace(/^.*?(\d+ December).*(\d\d:\d\d).*$/, '$1 $2'))).toEqual([
      '20 December 09:00',
      '21 December 13:30',
    ]);
    expect(asked).toBe(0);
    expect(portal().sent).toMatchObject([{ body: { choice: 'Refund' } }, { body: { choice: 'Accept' } }]);
    expect(new Set(portal().sent.map(({ key }) => key)).size).toBe(2);
  });

  it('is chosen about once more with the same key when the answer was lost [S-5]', async () => {
    const { move: words } = await examsWords.load('en');
    portal().refuses('application.chooseAfterMove', 503, { code: 'BUSY' });
    const page = await openExam(moved);

    for (let time = 0; time < 2; time++) {
      await pressNamed(portal(), page, words.accept);
      await pressNamed(portal(), page.querySelector('dialog[open]')!, words.accept);
    }

    expect([portal().sent.length, new Set(portal().sent.map(({ key }) => key)).size]).toEqual([2, 1]);
  });

  it('says nothing of it once the registration has no seat any more', async () => {
    const { move: words } = await examsWords.load('en');
    const page = await openExam((given) => ({ ...moved(given), status: 'Cancelled' }));

    expect(named(page, words.accept)).toBeUndefined();
    expect(page.textContent).not.toContain(words.title);
  });
});

describe('the letter of a registration', () => {
  it.each([
    ['can be had when it is there', { isAvailable: true, guardianWait: null, availableFrom: null }, 'letterReady'],
    ['is told of when there is none', { isAvailable: false, guardianWait: null, availableFrom: null }, 'letterNone'],
  ] as const)('%s', async (_, letter, text) => {
    const { detail } = await examsWords.load('en');
    const page = await openExam((given) => ({ letter: { ...given.letter, ...letter }, publishStatus: 'Withdrawn' }));

    expect(page.textContent).toContain(detail[text]);
    expect(named(page, detail.letterGet) !== undefined).toBe(letter.isAvailable);
  });

  it('is not spoken of before the registration is paid', async () => {
    const { detail } = await examsWords.load('en');
    const page = await openExam(() => ({ status: wire.applicationStatus.Submitted }));

    expect([...page.querySelectorAll('h2')].map(({ textContent }) => textContent)).not.toContain(detail.letter);
  });
});

describe('asking for a cancellation', () => {
  const possible = () => ({ canRequestCancellation: true, cancellationProblem: null, cancellation: null });

  it('sends the sum that was shown; another one is asked about again [R-70]', async () => {
    const { ask } = await cancellationWords.load('en');
    const quote = portal().example('application.cancellationQuote');
    let amount = 50_000;
    portal().says('application.cancellationQuote', () => ({ ...quote, amount, isDocumentRequired: false }));
    const page = await openExam(possible);
    await pressNamed(portal(), page, ask.open);
    await write(portal(), page.querySelector('textarea')!, 'The child is ill.');
    portal().refuses('application.requestCancellation', 409, { code: 'CANCELLATION_QUOTE_CHANGED' });

    amount = 30_000;
    await pressNamed(portal(), page, ask.submit('¥500.00'));
    const told = page.textContent;
    await pressNamed(portal(), page, ask.submit('¥300.00'));

    expect(told).toContain(ask.changed({ before: '¥500.00', now: '¥300.00' }));
    expect(portal().sent.map(({ body }) => body)).toMatchObject([
      { expectedAmount: 50_000 },
      { expectedAmount: 30_000 },
    ]);
  });
});
