// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { press, pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { accountWords } from '../../messages/account.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const dialog = () => document.querySelector('dialog[open]');

describe('closing the account', () => {
  const openClosing = async (blockers: Reply<'user.closingBlockers'>['blockers']) => {
    const { close } = await accountWords.load('en');
    portal().says('user.closingBlockers', () => ({ isClosable: blockers.length === 0, blockers }));
    const page = await open(portal(), '/candidate/account');
    const section = page.querySelector('#close')!;
    await pressNamed(portal(), section, close.open);
    return { close, section };
  };

  it('says what is in the way, and leads there [R-25]', async () => {
    const { close } = await openClosing([
      { kind: 'UnpaidOrder', count: 1 },
      { kind: 'OpenBooking', count: 2 },
    ]);

    const ways = [...dialog()!.querySelectorAll('a')].map((each) => [each.textContent, each.getAttribute('href')]);
    expect(ways).toEqual([
      [close.blockers.UnpaidOrder(1), '/candidate/order?status=PaymentPending'],
      [close.blockers.OpenBooking(2), '/candidate/booking'],
    ]);
    expect(dialog()!.textContent).not.toContain(close.question);
  });

  it('is done once its owner has ticked what it means; what has come up since is said instead [R-25]', async () => {
    const { close } = await openClosing([]);
    portal().forget();

    await pressNamed(portal(), dialog()!, close.confirm);
    const before = [portal().sent.length, dialog()!.textContent.includes(close.agreeFirst)];
    await press(portal(), dialog()!.querySelector<HTMLElement>('#close-agreed')!);
    portal().refuses('user.closeAccount', 412, { code: 'ACCOUNT_NOT_CLOSABLE' });
    portal().says('user.closingBlockers', () => ({
      isClosable: false,
      blockers: [{ kind: 'UpcomingExam', count: 1 }],
    }));
    await pressNamed(portal(), dialog()!, close.confirm);

    expect(before).toEqual([0, true]);
    expect(
      portal()
        .sent.map(({ name }) => name)
        .filter((name) => name === 'user.closeAccount'),
    ).toHaveLength(1);
    expect(document.body.textContent).toContain(close.blockers.UpcomingExam(1));
  });

  it('leads home and is signed out once it is closed; another refusal is told and changes nothing', async () => {
    const { close } = await openClosing([]);
    await press(portal(), dialog()!.querySelector<HTMLElement>('#close-agreed')!);
    portal().refuses('user.closeAccount', 412);
    portal().forget();
    await pressNamed(portal(), dialog()!, close.confirm);
    const isSignedOut = () => document.querySelector('header a[href="/auth/signin"]') !== null;
    const refused = [location.pathname, isSignedOut(), portal().sent.map(({ name }) => name)];

    portal().says('user.closeAccount', () => portal().example('user.closeAccount'));
    await pressNamed(portal(), dialog()!, close.confirm);

    expect(refused).toEqual(['/candidate/account', false, ['user.closeAccount']]);
    expect([location.pathname, isSignedOut()]).toEqual(['/', true]);
    expect(document.body.textContent).toContain(close.closed);
  });
});
