// @vitest-environment jsdom
import { named, pressNamed, write } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { registrationWords } from '../../../messages/registration.ts';
import { show, usePortal } from '../../../testing/site.ts';
import { InvitationDialog } from './invitation-dialog.tsx';

const portal = usePortal();

/** Asks for the code of a session. @returns the dialog, and how often it was closed. */
async function ask() {
  const { code: words } = await registrationWords.load('en');
  const session = portal().example('session.search', { choice: 0, rows: 1 }).list[0]!;
  const closed: string[] = [];
  await show(
    portal(),
    '/exam-registration?product=tkt',
    <InvitationDialog session={session} onClose={() => closed.push('closed')} />,
  );
  return { words, closed, dialog: document.querySelector('dialog[open]')! };
}

/** What the dialog says, and what it offers to do besides being closed. */
const said = () =>
  [...document.querySelectorAll('dialog[open] :is(p, a, button:not(.dialog-close))')].map(
    ({ textContent }) => textContent,
  );

describe('the code of a group', () => {
  it('is asked of who is signed in; who is not signs in first, and comes back to the list [R-52]', async () => {
    const own = await ask();
    await expect.poll(said).toEqual([own.words.text, own.words.verify]);
    portal().user = null;
    const visitor = await ask();
    await expect.poll(said).toEqual([visitor.words.signIn, visitor.words.signInButton]);
    const way = named(visitor.dialog, visitor.words.signInButton)?.getAttribute('href') ?? '';

    expect(decodeURIComponent(way)).toContain('/exam-registration?product=tkt');
  });

  it('that is wrong is said to be until another is typed; the right one closes the question [R-52]', async () => {
    const { words, closed, dialog } = await ask();
    const field = dialog.querySelector('input')!;
    portal().says('session.verifyInvitation', () => ({ isValid: false }));
    await pressNamed(portal(), dialog, words.verify);
    const empty = dialog.textContent.includes(words.missing);
    await write(portal(), field, ' AAAAA ');
    await pressNamed(portal(), dialog, words.verify);
    const wrong = [dialog.textContent.includes(words.wrong), closed.length];
    await write(portal(), field, 'BBBBB');
    const again = dialog.textContent.includes(words.wrong);
    portal().says('session.verifyInvitation', () => ({ isValid: true }));
    await pressNamed(portal(), dialog, words.verify);

    expect([empty, wrong, again, closed]).toEqual([true, [true, 0], false, ['closed']]);
  });
});
