// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { named, press, pressNamed, write } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { fapiaoWords } from '../../messages/fapiao.ts';
import { show, usePortal } from '../../testing/site.ts';
import { FapiaoCard } from './fapiao-card.tsx';

const portal = usePortal();
const orderId = '0b6f0a52-6a2e-4c1a-9c55-0000000000aa';
type Fapiao = Reply<'fapiao.get'>;

/** Shows the fapiao of an order about which nobody has asked yet, or as told. */
async function showFapiao(told: (given: Fapiao) => Partial<Fapiao> = () => ({})): Promise<HTMLElement> {
  const given = portal().example('fapiao.get');
  const open = { request: null, canRequest: true, amount: 100_000, until: '2026-12-31' };
  portal().says('fapiao.get', () => ({ ...given, ...open, ...told(given) }));
  return await show(portal(), `/candidate/order/${orderId}`, <FapiaoCard orderId={orderId} />);
}

const fieldOf = (card: ParentNode, name: string) => {
  const field = card.querySelector<HTMLElement>(`#fapiao-${name}`);
  if (!field) throw new Error(`No field ${name}.`);
  return field;
};

describe('the fapiao of an order', () => {
  it('is asked for once what it is made out to is right; a person has no taxpayer number', async () => {
    const { ask, form } = await fapiaoWords.load('en');
    const card = await showFapiao();

    await pressNamed(portal(), card, ask);
    await pressNamed(portal(), card, form.submit);
    await press(portal(), card.querySelector<HTMLElement>('input[value=Company]')!);
    await write(portal(), fieldOf(card, 'taxNumber'), '91110000717828315U');
    await press(portal(), card.querySelector<HTMLElement>('input[value=Personal]')!);
    await write(portal(), fieldOf(card, 'title'), '李雷');
    await pressNamed(portal(), card, form.submit);
    const before = portal().sent.length;
    await write(portal(), fieldOf(card, 'email'), 'li@example.cn');
    await pressNamed(portal(), card, form.submit);

    expect(before).toBe(0);
    expect(portal().sent).toMatchObject([
      { name: 'fapiao.request', wrong: null, body: { buyer: 'Personal', title: '李雷', taxNumber: '' } },
    ]);
  });

  it('keeps what was typed when it is refused, and is asked for once more as another request', async () => {
    const { ask, form } = await fapiaoWords.load('en');
    const card = await showFapiao();
    portal().refuses('fapiao.request', 422, { fieldCodes: { title: 'REQUIRED_FIELD' } });

    await pressNamed(portal(), card, ask);
    await write(portal(), fieldOf(card, 'title'), '李雷');
    await write(portal(), fieldOf(card, 'email'), 'li@example.cn');
    await pressNamed(portal(), card, form.submit);
    const isMarked = fieldOf(card, 'title').getAttribute('aria-invalid');
    await pressNamed(portal(), card, form.submit);

    expect(isMarked).toBe('true');
    expect(portal().sent.map(({ body }) => body)).toMatchObject([{ title: '李雷' }, { title: '李雷' }]);
    expect(new Set(portal().sent.map(({ key }) => key)).size).toBe(2);
  });

  it.each([
    ['of an order that was given back is about nothing', { canRequest: false, amount: 0 }, 'nothing'],
    ['cannot be asked for any more when its time is over', { canRequest: false }, 'gone'],
  ] as const)('%s', async (_, told, text) => {
    const words = await fapiaoWords.load('en');
    const card = await showFapiao(() => told);

    expect(card.textContent).toContain(words[text]);
    expect(named(card, words.ask)).toBeUndefined();
  });

  it('shows a red letter as money taken back, beside the one it takes back from', async () => {
    const words = await fapiaoWords.load('en');
    const card = await showFapiao(({ request }) => ({
      canRequest: false,
      request: request && {
        ...request,
        status: 'RedIssued',
        papers: request.papers.slice(0, 2).map((paper, at) => ({ ...paper, isRed: at === 1, amount: 30_000 })),
      },
    }));

    const papers = [...card.querySelectorAll('li')].map((paper) => [
      paper.querySelector('h3')?.textContent,
      paper.textContent.includes('-¥300.00'),
    ]);
    expect(papers).toEqual([
      [words.blue, false],
      [words.red, true],
    ]);
  });

  it('says how far it is: to be asked for, asked for, refused with the reason and to be corrected, with its file', async () => {
    const words = await fapiaoWords.load('en');
    const invited = (await showFapiao()).textContent;
    const states = ['Requested', 'Refused', 'Issued'] as const;
    const read = [];
    for (const status of states) {
      const card = await showFapiao(({ request }) => ({
        canRequest: status === 'Refused',
        request: request && { ...request, status, title: '李雷', refusal: 'The name is not right.' },
      }));
      const { textContent } = card;
      const told = [words.waiting, words.refusedTitle].map((each) => textContent.includes(each));
      read.push([...told, named(card, words.correct) !== undefined]);
    }
    const refused = await showFapiao(({ request }) => ({
      request: request && { ...request, status: 'Refused', buyer: 'Personal', title: '李雷' },
    }));
    await pressNamed(portal(), refused, words.correct);

    expect(invited).toContain('¥1,000.00');
    expect(read).toEqual([
      [true, false, false],
      [false, true, true],
      [false, false, false],
    ]);
    expect(fieldOf(refused, 'title')).toMatchObject({ value: '李雷' });
  });

  it('is the same request when its answer was lost, and is read again when it was asked for elsewhere [S-5]', async () => {
    const words = await fapiaoWords.load('en');
    const keys = [];
    for (const status of [503, 412]) {
      const card = await showFapiao();
      portal().refuses('fapiao.request', status);
      await pressNamed(portal(), card, words.ask);
      await write(portal(), fieldOf(card, 'title'), '李雷');
      await write(portal(), fieldOf(card, 'email'), 'li@example.cn');
      if (status === 412)
        portal().says('fapiao.get', () => ({ ...portal().example('fapiao.get'), canRequest: false, request: null }));
      portal().forget();
      for (let press = 0; press < 2; press++)
        if (named(card, words.form.submit)) await pressNamed(portal(), card, words.form.submit);
      keys.push(portal().sent.map(({ key }) => key));
    }

    const [lost, elsewhere] = keys;
    expect([lost?.length, new Set(lost).size, elsewhere?.length]).toEqual([2, 1, 1]);
  });
});
