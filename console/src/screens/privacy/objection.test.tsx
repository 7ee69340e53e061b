// @vitest-environment jsdom
import { buttonsIn, pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { rightsWords } from '../../messages/rights.ts';
import { open, useDesk } from '../../testing/screen.tsx';

const desk = useDesk();
const usual = { choice: 0, rows: 1 };
const recordId = '0b6f0a52-6a2e-4c1a-9c55-000000000007';
const about = { recordKind: 'application', recordId, code: 'P261121K7QRTW' } as const;

async function openObjection(proposal: { id: string; proposedBy: string; proposedAt: string } | null) {
  const page = desk().example('rights.page');
  desk().says('rights.page', {
    ...page,
    kind: 'Objection' as const,
    status: 'Received' as const,
    isByRelative: false,
    isByGuardian: false,
    isUncorrected: false,
    relative: null,
    about,
    examDate: '2026-12-05',
    proposal,
  });
  return { page: await open(desk(), '/rights-requests/:id', 'en', usual), words: await rightsWords.load('en') };
}

describe('an objection of a guardian', () => {
  it('is upheld or refused by buttons that say what each does, and leads to its registration and says the day of its exam [PIPL-31]', async () => {
    const { page, words } = await openObjection(null);
    const names = buttonsIn(page).map(({ textContent }) => textContent);

    await pressNamed(desk(), page, words.uphold);

    expect(names).toEqual(expect.arrayContaining([words.uphold, words.refuseIt, words.stranger, words.mistaken]));
    expect(names).not.toContain(words.reply);
    expect(document.querySelector('dialog[open]')?.textContent).toContain(words.upholdText);
    expect(page.querySelector(`a[href$="/applications/${recordId}"]`)?.textContent).toBe(about.code);
    expect(page.textContent).toContain('5 December 2026');
  });

  it('that waits for a colleague says for what, and its buttons are off with that as the reason [S-16]', async () => {
    const proposal = { id: recordId, proposedBy: 'Ding Yi', proposedAt: '2026-11-20T01:00:00.000Z' };
    const { page, words } = await openObjection(proposal);
    const buttons = [...page.querySelectorAll('button')].filter(({ textContent }) =>
      [words.uphold, words.refuseIt, words.stranger, words.mistaken].includes(textContent),
    );

    expect(page.textContent).toContain(words.proposed('Ding Yi'));
    expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true, true, true]);
    const [reason] = buttons.map((button) => button.getAttribute('aria-describedby'));
    expect(document.getElementById(reason ?? '')?.textContent).toContain('Ding Yi');
  });
});
