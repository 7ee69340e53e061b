// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { named, press, pressNamed, write } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { cancellationWords } from '../../messages/cancellation.ts';
import { open, usePortal } from '../../testing/site.ts';
import { fieldIds } from './use-request.ts';

const portal = usePortal();
const reason = 'The candidate has broken an arm.';
type Exam = Reply<'application.get'>;
type Quote = Reply<'application.cancellationQuote'>;

/** Opens an exam whose cancellation can be asked for, or as told. */
async function openExam(exam: Partial<Exam> = {}): Promise<HTMLElement> {
  const example = portal().example('application.get');
  const given = { ...example, letter: { ...example.letter, guardianWait: null } };
  const askable = { cancellation: null, cancellationProblem: null, canRequestCancellation: true };
  portal().says('application.get', () => ({ ...given, ...askable, ...exam }));
  return await open(portal(), `/candidate/application/${given.id}`);
}

/** Opens the request: 500 would be given back, or as told. */
async function openRequest(quote: Partial<Quote> = {}) {
  const words = await cancellationWords.load('en');
  portal().says('application.cancellationQuote', () => ({
    ...portal().example('application.cancellationQuote'),
    amount: 50_000,
    ...quote,
  }));
  const page = await openExam();
  await pressNamed(portal(), page, words.ask.open);
  const field = () => page.querySelector<HTMLTextAreaElement>(`#${fieldIds.reason}`)!;
  return { page, words, ...words.ask, field };
}

describe('asking for a cancellation', () => {
  it('is offered, or it says why not and whom to write to; an exam that has moved has its own ways', async () => {
    const { ask } = await cancellationWords.load('en');
    const shown = [];
    for (const exam of [
      {},
      { cancellation: { ...portal().example('application.get').cancellation!, outcome: 'Rejected' as const } },
      { canRequestCancellation: false, cancellationProblem: 'CANCELLATION_ATTEMPTS' },
      { canRequestCancellation: false, cancellationProblem: 'MOVE_CHOICE_OPEN' },
      { canRequestCancellation: false, cancellationProblem: 'CANCELLATION_NOT_POSSIBLE' },
    ] as Partial<Exam>[]) {
      const page = await openExam(exam);
      const buttons = [ask.open, ask.again].filter((name) => named(page, name));
      shown.push([...buttons, ...(page.textContent.includes(ask.notPossible) ? [ask.notPossible] : [])]);
    }

    expect(shown).toEqual([[ask.open], [ask.again], [ask.notPossible], [], []]);
  });

  it('sends the reason, without blanks around it, and the sum on show; without a reason it sends nothing', async () => {
    const { page, words, submit, field } = await openRequest();

    await pressNamed(portal(), page, submit('¥500.00'));
    const before = [portal().sent.length, field().getAttribute('aria-invalid')];
    await write(portal(), field(), `  ${reason}  `);
    const isRight = field().getAttribute('aria-invalid') !== 'true';
    expect(page.textContent).not.toContain(words.shareNothing);
    await pressNamed(portal(), page, submit('¥500.00'));

    expect([...before, isRight]).toEqual([0, 'true', true]);
    expect(portal().sent).toMatchObject([
      { name: 'application.requestCancellation', wrong: null, body: { reason, expectedAmount: 50_000 } },
    ]);
  });

  it('moves the focus to what it opens, and back to where it was when the exam is kept', async () => {
    const { page, heading, open: opening, close } = await openRequest();
    const inFocus = () => document.activeElement?.textContent;

    const opened = inFocus();
    await pressNamed(portal(), page, close);

    expect([opened, inFocus()]).toEqual([heading, opening]);
    expect(portal().sent).toEqual([]);
  });

  it('marks the reason that the server refuses, and keeps it', async () => {
    const { page, submit, field } = await openRequest();
    await write(portal(), field(), reason);
    portal().refuses('application.requestCancellation', 422, { fieldCodes: { reason: 'CANCELLATION_REASON' } });

    await pressNamed(portal(), page, submit('¥500.00'));

    expect([field().getAttribute('aria-invalid'), field().value]).toEqual(['true', reason]);
  });

  it('that gives nothing back has to be understood first', async () => {
    const { page, words, nothingBackNeeded, submitNothing, field } = await openRequest({ amount: 0 });
    expect(page.textContent).toContain(words.shareNothing);
    await write(portal(), field(), reason);

    await pressNamed(portal(), page, submitNothing);
    const before = [portal().sent.length, page.textContent.includes(nothingBackNeeded)];
    await press(portal(), page.querySelector<HTMLElement>(`#${fieldIds.nothing}`)!);
    await pressNamed(portal(), page, submitNothing);

    expect(before).toEqual([0, true]);
    expect(portal().sent).toMatchObject([{ body: { expectedAmount: 0 } }]);
  });

  it('asks again with both sums when the refund has changed meanwhile, as another request [R-73]', async () => {
    const { page, submit, changed, field } = await openRequest();
    await write(portal(), field(), reason);
    const later = { ...portal().example('application.cancellationQuote'), amount: 30_000 };
    portal().says('application.cancellationQuote', () => later);
    portal().refuses('application.requestCancellation', 412, { code: 'CANCELLATION_QUOTE_CHANGED' });

    await pressNamed(portal(), page, submit('¥500.00'));
    const told = page.textContent;
    await pressNamed(portal(), page, submit('¥300.00'));

    expect(told).toContain(changed({ before: '¥500.00', now: '¥300.00' }));
    expect(portal().sent.map(({ body }) => body)).toMatchObject([
      { expectedAmount: 50_000 },
      { expectedAmount: 30_000 },
    ]);
    expect(new Set(portal().sent.map(({ key }) => key)).size).toBe(2);
  });

  it('is the same request when its answer was lost [S-5]', async () => {
    const { page, submit, field } = await openRequest();
    await write(portal(), field(), reason);
    portal().refuses('application.requestCancellation', 503);

    for (let press = 0; press < 2; press++) await pressNamed(portal(), page, submit('¥500.00'));

    expect([portal().sent.length, new Set(portal().sent.map(({ key }) => key)).size]).toEqual([2, 1]);
  });
});

describe('what would be given back', () => {
  it('is told of each paper of a set, with the rule that follows and which request this is', async () => {
    const [line] = portal().example('application.cancellationQuote').lines;
    const lines = ['0', '1'].map((at) => ({
      ...line!,
      applicationId: `0b6f0a52-6a2e-4c1a-9c55-00000000000${at}`,
      subjectName: `Paper ${at}`,
      amount: 25_000,
    }));
    const set = await openRequest({ lines, attempt: 2, rejectionsLeft: 1, isProvisional: true });
    const ofSet = set.page.textContent;
    const single = await openRequest({ lines: lines.slice(0, 1), attempt: 1, isProvisional: false });
    const ofSingle = single.page.textContent;

    const told = [set.set(2), set.perLine, set.provisional, set.attempt({ attempt: 2, left: 1 })];
    const [request = ''] = set.attempt({ attempt: 1, left: 1 }).split('1');
    const ofMany = [set.set(1), set.perLine, set.provisional, request];
    expect([...told, request].filter((each) => ofSet.includes(each))).toEqual([...told, request]);
    expect(ofMany.filter((each) => ofSingle.includes(each))).toEqual([]);
  });

  it('has no end where it is nothing already', async () => {
    const some = await openRequest({ amount: 50_000 });
    const withEnd = some.page.textContent.includes(some.holdsUntil);
    const none = await openRequest({ amount: 0 });

    expect([withEnd, none.page.textContent.includes(none.holdsUntil)]).toEqual([true, false]);
  });

  it.each([
    ['nothing later', null, 'thenNothing'],
    ['less later, without documents', false, 'later'],
    ['less later, with documents', true, 'thenDocuments'],
  ] as const)('and what comes after: %s [R-72]', async (_, isDocumentRequired, sentence) => {
    const next = isDocumentRequired === null ? null : { amount: 20_000, percent: 50, isDocumentRequired };
    const { page, words } = await openRequest({
      next: next && { ...portal().example('application.cancellationQuote').next!, ...next },
      isDocumentRequired: isDocumentRequired === true,
    });

    const { thenNothing, later, thenDocuments } = words.ask;
    const terms = { amount: '¥200.00', percent: 50 };
    const sentences = { thenNothing, later: later(terms), thenDocuments: thenDocuments(terms) };
    const told = Object.entries(sentences).filter(([, text]) => page.textContent.includes(text));
    expect(told.map(([name]) => name)).toEqual([sentence]);
    expect(page.textContent.includes(words.documentsNeeded)).toBe(isDocumentRequired === true);
  });
});
