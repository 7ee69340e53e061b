// @vitest-environment jsdom
import type { Reply, Request } from '@exam/contract/client';
import { named, press, pressNamed, write } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { frameWords } from '../../messages/frame.ts';
import { accountWords } from '../../messages/account.ts';
import { ownDataWords } from '../../messages/own-data.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const usual = { choice: 0, rows: 2 };
const dialog = () => document.querySelector('dialog[open]');
const id = (at: number) => `0b6f0a52-6a2e-4c1a-9c55-00000000000${at}`;

/** Opens one's own data, with a candidate who is in use, unless told otherwise, and one who is to be deleted already. */
async function openOwnData(inUse = [1]) {
  const held = portal().example('rights.held');
  const [candidate] = held.candidates;
  const candidates = [
    ...inUse.map((at) => ({ ...candidate!, id: id(at), name: 'WANG STAYS', state: 'Saved' as const })),
    { ...candidate!, id: id(2), name: 'WANG GOES', state: 'Restricted' as const },
  ];
  portal().says('rights.held', () => ({ ...held, candidates }));
  const words = await ownDataWords.load('en');
  return { words, page: await open(portal(), '/candidate/account/privacy') };
}

const choicesIn = (place: ParentNode) => [...place.querySelectorAll('option')].map(({ value }) => value);

describe('what somebody asks about their own data', () => {
  it('is a correction: it needs a wish, sent without the blanks around it, of the account or of who is not to be deleted already [PIPL-46]', async () => {
    const { page, words } = await openOwnData();
    await pressNamed(portal(), page, words.ask.correct);
    const choices = choicesIn(dialog()!);

    await write(portal(), dialog()!.querySelector('textarea')!, '   ');
    await pressNamed(portal(), dialog()!, words.ask.send);
    const before = [portal().sent.length, dialog()!.textContent.includes(words.ask.wishRequired)];
    await write(portal(), dialog()!.querySelector('textarea')!, ' The name is ZHANG. ');
    await pressNamed(portal(), dialog()!, words.ask.send);
    await pressNamed(portal(), page, words.ask.correct);
    await write(portal(), dialog()!.querySelector('select')!, id(1));
    await write(portal(), dialog()!.querySelector('textarea')!, 'Born in 2015.');
    await pressNamed(portal(), dialog()!, words.ask.send);

    expect([choices, before]).toEqual([
      ['', id(1)],
      [0, true],
    ]);
    expect(portal().sent).toMatchObject([
      { name: 'rights.askCorrection', wrong: null, body: { candidateId: null, wish: 'The name is ZHANG.' } },
      { name: 'rights.askCorrection', wrong: null, body: { candidateId: id(1), wish: 'Born in 2015.' } },
    ]);
    expect(dialog()).toBeNull();
  });

  it('is not sent for somebody who has signed in since, who is named, and stays as it was typed [S-2 R-24]', async () => {
    const frame = await frameWords.load('en');
    const { page, words } = await openOwnData();
    await pressNamed(portal(), page, words.ask.correct);
    await write(portal(), dialog()!.querySelector('textarea')!, 'The name is ZHANG.');
    const own = portal().user!.id;
    portal().user = { ...portal().user!, id: id(9), phoneNumber: '139****9000', token: 'another-token' };
    portal().refuses('rights.askCorrection', 403, { code: 'FORBIDDEN', userMessage: 'Reload the page.' });

    await pressNamed(portal(), dialog()!, words.ask.send);

    expect(document.body.textContent).toContain(frame.signedInAs('139****9000'));
    expect(document.body.textContent).not.toContain('Reload the page.');
    expect(dialog()!.querySelector('textarea')!.value).toBe('The name is ZHANG.');

    portal().user = { ...portal().user!, id: own, phoneNumber: '138****8000', token: 'a-third-token' };
    await pressNamed(portal(), dialog()!, words.ask.send);
    expect(document.body.textContent).toContain(frame.signedInAgain);
    expect(dialog()!.querySelector('textarea')!.value).toBe('The name is ZHANG.');
  });

  it('is the deletion of a candidate, who has to be chosen; one that is to be deleted already cannot be [PIPL-47]', async () => {
    const { page, words } = await openOwnData();
    await pressNamed(portal(), page, words.ask.delete);
    const choices = choicesIn(dialog()!);

    await pressNamed(portal(), dialog()!, words.ask.confirm);
    const before = [portal().sent.length, dialog()!.textContent.includes(words.ask.chooseRequired)];
    await write(portal(), dialog()!.querySelector('select')!, id(1));
    await pressNamed(portal(), dialog()!, words.ask.confirm);

    expect([choices.filter((each) => each !== ''), before]).toEqual([[id(1)], [0, true]]);
    expect(portal().sent).toMatchObject([{ name: 'rights.askDeletion', wrong: null, body: { candidateId: id(1) } }]);
    expect(dialog()).toBeNull();
  });

  it.each(['Answered', 'Received'] as const)(
    'says whether who was deleted is gone or waits, with the receipt: %s',
    async (status) => {
      const { page, words } = await openOwnData();
      portal().says('rights.askDeletion', () => ({
        ...portal().example('rights.askDeletion'),
        status,
        code: `DR-${status}`,
      }));
      await pressNamed(portal(), page, words.ask.delete);
      await write(portal(), dialog()!.querySelector('select')!, id(1));
      await pressNamed(portal(), dialog()!, words.ask.confirm);

      const told = [words.ask.deleted(`DR-${status}`), words.ask.waiting(`DR-${status}`)];
      expect(told.map((each) => document.body.textContent.includes(each))).toEqual([
        status === 'Answered',
        status !== 'Answered',
      ]);
    },
  );

  it('is of nobody where everybody is to be deleted already', async () => {
    const { words, page } = await openOwnData([]);
    await pressNamed(portal(), page, words.ask.delete);

    expect(dialog()!.textContent).toContain(words.ask.noCandidates);
    expect(named(dialog()!, words.ask.confirm)).toBeUndefined();
  });

  it('and what was agreed to are said to be nothing where there is nothing', async () => {
    portal().says('rights.requests', () => []);
    portal().says('consent.list', () => []);
    const { page, words } = await openOwnData();

    expect(page.textContent).toContain(words.requests.none);
    expect(page.textContent).toContain(words.consents.none);
  });

  it('is proved first where the server wants that, and not done without [R-22 ASVS-7.5.1]', async () => {
    const { proof, cancel } = await accountWords.load('en');
    const { page, words } = await openOwnData();
    portal().refuses('rights.askDeletion', 403, { code: 'REAUTH' });
    const asked = () => portal().sent.map(({ name }) => name);
    const askProof = async () => {
      await pressNamed(portal(), page, words.ask.delete);
      await write(portal(), dialog()!.querySelector('select')!, id(1));
      // Until there is a proof the act is under way: nothing else is waited for.
      portal().answers = 'never';
      await pressNamed(portal(), dialog()!, words.ask.confirm);
      return [...document.querySelectorAll('dialog[open]')].at(-1)!;
    };

    await pressNamed(portal(), await askProof(), cancel);
    portal().answers = usual;
    const without = asked();
    await pressNamed(portal(), dialog()!, words.cancel);
    portal().forget();
    const question = await askProof();
    await pressNamed(portal(), question, proof.confirm);
    const empty = asked();
    await write(portal(), question.querySelector<HTMLElement>('#proof-password')!, 'Kaotu@2026');
    portal().says('rights.askDeletion', () => portal().example('rights.askDeletion'));
    portal().answers = usual;
    await pressNamed(portal(), question, proof.confirm);

    expect([without, empty]).toEqual([['rights.askDeletion'], ['rights.askDeletion']]);
    expect(asked()).toEqual(['rights.askDeletion', 'user.proveIdentity', 'rights.askDeletion']);
    expect(dialog()).toBeNull();
  });
});

describe('what was agreed to', () => {
  type Statement = Reply<'consent.list'>[number]['statements'][number];

  /** Opens four consents of one statement each, the first as told. */
  async function openConsents(told: Partial<Statement>) {
    const [set] = portal().example('consent.list');
    const [statement] = set!.statements;
    const sets = [1, 2, 3, 4].map((at) => {
      const own = at === 1 ? told : { canWithdraw: false, withdrawnAt: null };
      return {
        ...set!,
        id: id(at),
        statements: [{ ...statement!, id: id(at + 4), text: `Statement ${at}\nMore`, ...own }],
      };
    });
    portal().says('consent.list', () => sets);
    return await openOwnData();
  }
  const endable = { canWithdraw: true, withdrawnAt: null };

  it('can be taken back where the law lets it, once it was said again [PIPL-15]', async () => {
    const { page, words } = await openConsents(endable);

    await pressNamed(portal(), page, words.consents.withdrawWhat('Statement 1'));
    const before = portal().sent.length;
    const isAsked = [2, 3].map((at) => named(page, words.consents.withdrawWhat(`Statement ${at}`)) !== undefined);
    await pressNamed(portal(), dialog()!, words.consents.confirm);

    expect([before, isAsked]).toEqual([0, [false, false]]);
    expect(portal().sent).toMatchObject([{ name: 'consent.withdraw', address: expect.stringContaining(id(5)) }]);
    expect(dialog()).toBeNull();
  });

  it('is shown three at first, then all, each with its receipt; what was taken back says when', async () => {
    const { page, words } = await openConsents({ canWithdraw: true, withdrawnAt: '2026-11-01T01:00:00Z' });
    const receipts = () =>
      [...page.querySelectorAll('a')].flatMap(({ textContent, href }) =>
        textContent === words.consents.receipt ? [href.split('/').at(-1)] : [],
      );

    const first = receipts();
    await pressNamed(portal(), page, words.consents.more);

    expect([first, receipts()]).toEqual([[1, 2, 3].map(id), [1, 2, 3, 4].map(id)]);
    expect(page.textContent).toContain('1 November 2026');
    expect(named(page, words.consents.withdrawWhat('Statement 1'))).toBeUndefined();
  });
});

describe('a copy of one’s own data', () => {
  it.each([false, true])('has numbers in full only where that is ticked, and says which it is: %s', async (isWhole) => {
    const { copy: words } = await ownDataWords.load('en');
    portal().says('rights.copy', (body: Request<'rights.copy'>['body']) => ({
      ...portal().example('rights.copy'),
      ...body,
    }));
    const page = await open(portal(), '/candidate/account/privacy/copy');

    if (isWhole) await press(portal(), page.querySelector<HTMLElement>('input[type=checkbox]')!);
    await pressNamed(portal(), page, words.make);

    expect(portal().sent).toMatchObject([{ name: 'rights.copy', wrong: null, body: { isWhole } }]);
    expect([words.masked, words.whole].map((each) => page.textContent.includes(each))).toEqual([!isWhole, isWhole]);
  });
});

describe('a request about one’s own data', () => {
  it('has no objection among it: a guardian’s stands apart, and what a guardian agreed to has no button [PIPL-15 PIPL-31]', async () => {
    const [request] = portal().example('rights.requests');
    const objection = { ...request!, id: id(8), kind: 'Objection' as const, wish: 'P261121K7QRTW', answeredAt: null };
    portal().says('rights.requests', () => [
      { ...request!, kind: 'Correction' as const, wish: 'The name.' },
      objection,
    ]);
    const [set] = portal().example('consent.list');
    const [statement] = set!.statements;
    const theirs = {
      ...set!,
      isByGuardian: true,
      statements: [{ ...statement!, canWithdraw: false, withdrawnAt: null }],
    };
    portal().says('consent.list', () => [theirs]);
    const { page, words } = await openOwnData();
    const text = (of: string) => page.querySelector(of)!.textContent;

    expect(text('#requests')).not.toContain('P261121K7QRTW');
    expect(text('#objections')).toContain(words.requests.objectionsText);
    expect(text('#objections')).toContain(`${words.requests.about}: P261121K7QRTW`);
    expect(text('#consents')).toContain(words.consents.guardianText);
    expect([...page.querySelectorAll('#consents button')].map(({ textContent }) => textContent)).not.toContain(
      words.consents.withdraw,
    );
  });

  it('says of whom it is, until when it is answered, what it waits for, and the answer once there is one', async () => {
    const { requests: words } = await ownDataWords.load('en');
    const [request] = portal().example('rights.requests');
    const open = {
      status: 'InReview',
      candidateName: null,
      answeredAt: null,
      answer: '',
      wish: '',
      waitsUntil: null,
    } as const;
    const answered = { status: 'Answered', answeredAt: '2026-11-20T01:00:00Z', answer: 'It is done.' } as const;
    const told = [];
    for (const state of [
      open,
      { ...open, waitsUntil: '2027-11-20T01:00:00Z' },
      { ...open, ...answered },
      { ...open, ...answered, status: 'Refused', waitsUntil: '2027-11-20T01:00:00Z' },
      { ...open, ...answered, answer: '', candidateName: 'LI XIAOMING' },
    ] as const) {
      portal().says('rights.requests', () => [{ ...request!, ...state, dueAt: '2026-12-08T16:00:00Z' }]);
      const { page } = await openOwnData();
      const { textContent } = page.querySelector('#requests')!;
      const waits = ['8 December 2026', '20 November 2027', `${words.answer}:`, 'LI XIAOMING'];
      told.push(waits.map((each) => textContent.includes(each)));
    }

    expect(told).toEqual([
      [true, false, false, false],
      [true, true, false, false],
      [false, false, true, false],
      [false, false, true, false],
      [false, false, false, true],
    ]);
  });
});
