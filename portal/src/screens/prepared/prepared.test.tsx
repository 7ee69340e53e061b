// @vitest-environment jsdom
import { pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { writeSteps, readSteps } from '../../app/draft/steps.ts';
import { preparedWords } from '../../messages/prepared.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const dialog = () => document.querySelector('dialog[open]')!;

async function openPrepared(begun: string | null = null) {
  const words = await preparedWords.load('en');
  const [item] = portal().example('prepared.mine');
  portal().says('prepared.mine', () => [item!]);
  portal().says('draft.get', () =>
    begun === null ? null : { json: begun, version: 1, updatedAt: '2026-11-28T01:30:00.000Z' },
  );
  const page = await open(portal(), '/prepared', 'en');
  return { words, page, item: item! };
}
const sent = () => portal().sent.map(({ name }) => name);

describe('what staff filled in for somebody', () => {
  it('goes on in the wizard, in the place of what this browser had in hand', async () => {
    const { words, page } = await openPrepared();
    portal().says('prepared.take', () => ({ productCode: 'tkt' }));
    writeSteps({ product: 'acca', draft: {} });

    await pressNamed(portal(), page, words.take);

    expect(sent()).toEqual(['prepared.take']);
    expect(window.location.pathname).toBe('/exam-registration');
    expect(readSteps()).not.toMatchObject({ product: 'acca' });
  });

  it('says first that it takes the place of what was begun, and only then', async () => {
    const begun = await openPrepared(JSON.stringify({ product: 'acca', draft: {} }));
    const isSaid = begun.page.textContent.includes(begun.words.replaces);
    const none = await openPrepared();

    expect([isSaid, none.page.textContent.includes(none.words.replaces)]).toEqual([true, false]);
  });

  it('is deleted after a question', async () => {
    const { words, page } = await openPrepared();
    portal().says('prepared.refuse', () => null);

    await pressNamed(portal(), page, words.refuse);
    const before = sent();
    portal().says('prepared.mine', () => []);
    await pressNamed(portal(), dialog(), words.refuse);

    expect([before, sent()]).toEqual([[], ['prepared.refuse']]);
    expect(page.textContent).toContain(words.none);
  });

  it('says so where nothing waits', async () => {
    portal().says('prepared.mine', () => []);
    const page = await open(portal(), '/prepared', 'zh');
    expect(page.textContent).toContain((await preparedWords.load('zh')).none);
  });
});
