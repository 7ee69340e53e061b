// @vitest-environment jsdom
import { named, press, pressNamed, write } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { guardianWords } from '../../messages/guardian.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();

async function openLink(isReplaced = false) {
  const words = await guardianWords.load('en');
  portal().says('guardian.notice', () => ({
    ...portal().example('guardian.notice'),
    isReplaced,
    pickups: [{ name: 'L* L**', mobileEnding: '1234' }],
  }));
  return { page: await open(portal(), '/guardian/a-token'), words };
}

async function typeBirthDate(page: HTMLElement, typed: readonly string[]) {
  const boxes = page.querySelectorAll<HTMLInputElement>('fieldset input, [role=group] input');
  for (const [at, box] of [...boxes].entries()) await write(portal(), box, typed[at] ?? '');
}

describe('the page of a guardian without an account', () => {
  it('names who else collects the child', async () => {
    const { page, words } = await openLink();

    expect(page.textContent).toContain(words.comes('L* L**', '1234'));
  });

  it('shows what is kept after the birth date, which is asked for first, and sends what the guardian asks for [PIPL-45 PIPL-46]', async () => {
    const { page, words } = await openLink();
    const kept = {
      ...Object(portal().example('guardian.kept')),
      child: { name: 'ZHANG SAN', birthDate: '2014-05-06', idNo: null },
    };
    portal().says('guardian.kept', () => kept);
    portal().says('guardian.ask', () => ({ code: 'D261129ABCDEF', dueAt: '2026-12-28T16:00:00.000Z' }));

    await pressNamed(portal(), page, words.window.open);
    const before = [portal().sent.length, page.textContent.includes('ZHANG SAN')];
    await typeBirthDate(page, ['6', '5', '2014']);
    await pressNamed(portal(), page, words.window.open);
    await press(
      portal(),
      [...page.querySelectorAll('summary')].find((each) => each.textContent === words.window.ask.Correction)!,
    );
    await write(portal(), page.querySelector('textarea')!, 'The given name is SI.');
    await pressNamed(portal(), page, words.window.send);

    expect(before).toEqual([0, false]);
    expect(portal().sent).toMatchObject([
      { name: 'guardian.kept', wrong: null, body: { birthDate: '2014-05-06' } },
      {
        name: 'guardian.ask',
        wrong: null,
        body: { birthDate: '2014-05-06', kind: 'Correction', wish: 'The given name is SI.' },
      },
    ]);
    expect([page.textContent.includes('ZHANG SAN'), page.textContent.includes('D261129ABCDEF')]).toEqual([true, true]);
  });

  it('says at the field that it is another birth date, and keeps what was typed', async () => {
    const { page, words } = await openLink();
    portal().refuses('guardian.kept', 412, { code: 'FIELDS', fieldCodes: { birthDate: 'DOB_NOT_THE_CHILDS' } });

    await typeBirthDate(page, ['7', '5', '2014']);
    await pressNamed(portal(), page, words.window.open);

    expect(page.textContent).toContain('This is not the birth date that was given for the child.');
    expect([...page.querySelectorAll('input')].map(({ value }) => value)).toContain('2014');
  });

  it('offers nothing of it once another guardian is named', async () => {
    const { page, words } = await openLink(true);

    expect(named(page, words.window.open)).toBeUndefined();
  });
});
