// @vitest-environment jsdom
import type { Request } from '@exam/contract/client';
import { answered, named, pressNamed, write } from '@exam/ui/testing';
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { candidatesWords } from '../../messages/candidates.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const list = '/candidate/my-candidates';
const id = '0b6f0a52-6a2e-4c1a-9c55-000000000001';

/** Writes into a field of the form, by its id. */
async function type(field: string, text: string): Promise<void> {
  await write(portal(), document.getElementById(`candidate-${field}`)!, text);
}

describe('the list of candidates', () => {
  it('goes to the page that is last now when the last candidate of the last page is gone', async () => {
    const found = portal().example('candidate.search');
    portal().says('candidate.search', ({ pageIndex = 1 }: Request<'candidate.search'>['body']) => ({
      ...found,
      list: pageIndex > 2 ? [] : found.list,
      pageIndex,
      pageCount: 2,
    }));

    await open(portal(), `${list}?page=3`);

    expect(window.location.search).toBe('?page=2');
  });

  it.each([
    [404, 'goneTitle', 'back'],
    [500, 'failedTitle', 'again'],
  ] as const)('says of a candidate that cannot be changed what %i means', async (status, title, button) => {
    const { list: words } = await candidatesWords.load('en');
    portal().refuses('candidate.get', status, { code: 'NOT_FOUND' });

    const page = await open(portal(), `${list}?form=${id}`);

    expect(page.textContent).toContain(words[title]);
    expect([words.back, words.again].map((name) => named(page, name) !== undefined)).toEqual([
      button === 'back',
      button === 'again',
    ]);
  });
});

describe('the form of a candidate', () => {
  it('says beside the guardian’s name that there has to be one, where only the server knows [R-31]', async () => {
    const { form: words } = await candidatesWords.load('en');
    const page = await open(portal(), `${list}?form=new`);
    portal().refuses('candidate.add', 400, { code: 'FIELDS', fieldCodes: { guardianModel: 'GUARDIAN_REQUIRED' } });
    await type('idNo', '110101199003077838');
    await type('lastName', 'WANG');
    await type('firstName', 'XIAOMING');

    await pressNamed(portal(), page, words.save);

    const name = document.getElementById('candidate-guardianModel.name')!;
    const says = (name.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((each) => document.getElementById(each)?.textContent);
    expect([name.getAttribute('aria-invalid'), says.length]).toEqual(['true', 2]);
  });

  it.each([
    ['王', '小明', '', '王小明'],
    ['王小明', '', '', '王小明'],
    ['王小明', '', '王晓明', '王晓明'],
  ])('keeps %s %s as the Chinese name where its pinyin is taken, unless it was given: %s', async (...typed) => {
    const [surname, given, before, nameZh] = typed;
    const { form: words } = await candidatesWords.load('en');
    const pinyin = { lastName: 'WANG', firstName: 'XIAOMING' };
    portal().says('candidate.suggestName', () => pinyin);
    const page = await open(portal(), `${list}?form=new`);
    await type('lastName', surname);
    await type('firstName', given);
    await type('nameZh', before);

    await pressNamed(portal(), page, words.useSuggestion(pinyin));

    const valueOf = (field: string) => document.querySelector<HTMLInputElement>(`#candidate-${field}`)?.value;
    expect(['lastName', 'firstName', 'nameZh'].map(valueOf)).toEqual(['WANG', 'XIAOMING', nameZh]);
  });

  it('is left by Back once that was said again, and not before', async () => {
    const { list: words, form } = await candidatesWords.load('en');
    const page = await open(portal(), list);
    await pressNamed(portal(), page, words.add);
    await type('lastName', 'WANG');
    const question = () => document.querySelector('dialog[open]');

    await act(async () => window.history.back());
    const look = async () => {
      await answered(portal());
      return [window.location.search, question() !== null];
    };
    await expect.poll(look).toEqual(['?form=new', true]);
    await pressNamed(portal(), question()!, form.leave);

    await expect.poll(look).toEqual(['', false]);
    expect(document.querySelector('main h1')?.textContent).toBe(words.title);
  });
});
