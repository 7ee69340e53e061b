// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { named, press, pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { guardianWords } from '../../messages/guardian.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const agreedAt = '2026-11-28T01:30:00.000Z';

/** Opens the link of a guardian who has not agreed yet, to a child who is to leave alone, or as told. */
async function openLink(told: Partial<Reply<'guardian.notice'>> = {}): Promise<HTMLElement> {
  const given = portal().example('guardian.notice');
  const leaving = { statement: 'The child leaves alone.', agreedAt: null };
  const open_ = {
    agreedAt: null,
    statement: 'I agree to the registration.',
    mustAgree: true,
    waitsUntil: null,
    objection: null,
    until: new Date(Date.now() + 86_400_000).toISOString(),
    leaving,
  };
  portal().says('guardian.notice', () => ({ ...given, ...open_, ...told }));
  return await open(portal(), '/guardian/a-token');
}

describe('what a guardian is asked by the link', () => {
  it('is to agree, after the statement is ticked; the leaving is asked apart and later [PIPL-31]', async () => {
    const words = await guardianWords.load('en');
    portal().says('guardian.agree', () => ({ agreedAt, leavingAgreedAt: null }));
    const page = await openLink();
    const isLeavingAsked = () => named(page, words.agreeToLeaving) !== undefined;
    const atFirst = [isLeavingAsked(), page.textContent.includes(words.agreeFirst)];
    const isSaid = page.textContent.includes(words.leavesAloneNext);

    await pressNamed(portal(), page, words.agree);
    const unticked = [portal().sent.length, page.textContent.includes(words.agreeFirst)];
    await press(portal(), page.querySelector<HTMLElement>('input[type=checkbox]')!);
    await pressNamed(portal(), page, words.agree);

    expect(unticked).toEqual([0, true]);
    expect([isSaid, page.textContent.includes(words.leavesAloneNext)]).toEqual([true, false]);
    expect(portal().sent).toMatchObject([{ name: 'guardian.agree', wrong: null, body: { isLeavingAgreed: false } }]);
    expect([...atFirst, isLeavingAsked(), named(page, words.agree)]).toEqual([false, false, true, undefined]);
  });

  it('is whether the child leaves alone, once the registration is agreed to', async () => {
    const words = await guardianWords.load('en');
    portal().says('guardian.agree', () => ({ agreedAt, leavingAgreedAt: agreedAt }));
    const page = await openLink({ agreedAt });

    await pressNamed(portal(), page, words.agreeToLeaving);
    const unticked = portal().sent.length;
    await press(portal(), page.querySelector<HTMLElement>('input[type=checkbox]')!);
    await pressNamed(portal(), page, words.agreeToLeaving);

    expect(unticked).toBe(0);
    expect(portal().sent).toMatchObject([{ body: { isLeavingAgreed: true } }]);
    expect(named(page, words.agreeToLeaving)).toBeUndefined();
  });

  it('may be objected to, after a question, and even after agreeing', async () => {
    const words = await guardianWords.load('en');
    portal().says('guardian.object', () => ({ code: 'DR1', dueAt: '2026-12-28T16:00:00.000Z' }));
    const page = await openLink({ agreedAt });

    await pressNamed(portal(), page, words.object);
    const asked = portal().sent.length;
    await pressNamed(portal(), document, words.confirm);

    expect([asked, portal().sent.map(({ name }) => name)]).toEqual([0, ['guardian.object']]);
    expect(page.textContent).toContain('DR1');
  });

  it('is read anew where it has changed meanwhile, and the tick is to be set again [PIPL-31]', async () => {
    const words = await guardianWords.load('en');
    portal().refuses('guardian.agree', 412, { code: 'NOTICE_OUTDATED' });
    const page = await openLink();
    const box = () => page.querySelector<HTMLInputElement>('input[type=checkbox]')!;
    await press(portal(), box());
    portal().says('guardian.notice', () => ({
      ...portal().example('guardian.notice'),
      subject: 'another',
      agreedAt: null,
      objection: null,
      until: new Date(Date.now() + 86_400_000).toISOString(),
      mustAgree: true,
      waitsUntil: null,
      statement: 'I agree to the registration.',
      cityName: 'Elsewhere',
    }));

    await pressNamed(portal(), page, words.agree);

    expect([page.textContent.includes('Elsewhere'), box().checked]).toEqual([true, false]);
  });

  it('is told apart where another guardian is named now, with the same ways to answer [PIPL-31]', async () => {
    const words = await guardianWords.load('en');
    const texts = async (isReplaced: boolean) => {
      const page = await openLink({ isReplaced, mustAgree: false, waitsUntil: agreedAt, leaving: null });
      return [
        page.textContent.includes(words.lead),
        page.textContent.includes(words.replaced),
        named(page, words.object) !== undefined,
      ];
    };

    expect([await texts(false), await texts(true)]).toEqual([
      [true, false, true],
      [false, true, true],
    ]);
  });

  it('is nothing more when the link was used, or nobody made it', async () => {
    const words = await guardianWords.load('en');
    portal().refuses('guardian.notice', 404);

    const page = await open(portal(), '/guardian/a-token');

    expect(page.textContent).toContain(words.gone);
    expect(named(page, words.object)).toBeUndefined();
  });

  it('is nothing more once they have objected: they read under which number, and what became of it [PIPL-45]', async () => {
    const { objected: words, agree, object, until } = await guardianWords.load('en');
    const objection = { code: 'D261128ABCDEF', objectedAt: agreedAt, dueAt: agreedAt, isUpheld: false };

    const open_ = (await openLink({ objection })).textContent;
    const upheld = (await openLink({ objection: { ...objection, isUpheld: true } })).textContent;

    const [decided, back] = [words.upheld(objection.code), words.back(objection.code)];
    expect([open_, upheld].map((text) => [text.includes(decided), text.includes(back)])).toEqual([
      [false, true],
      [true, false],
    ]);
    for (const text of [open_, upheld]) for (const label of [agree, object, until]) expect(text).not.toContain(label);
  });

  it('is nothing more once the exam has begun, and what is kept can still be read [PIPL-45]', async () => {
    const { over, agree, object, window: words } = await guardianWords.load('en');

    const text = (await openLink({ until: agreedAt, isReplaced: false })).textContent;

    expect([over, words.title].map((each) => text.includes(each))).toEqual([true, true]);
    for (const label of [agree, object]) expect(text).not.toContain(label);
  });
});
