// @vitest-environment jsdom
import { answered, write } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { examDayWords } from '../../messages/exam-day.ts';
import { open, useDesk } from '../../testing/screen.tsx';
import { isFound } from './find-in-roll.tsx';

const desk = useDesk();

const entry = { candidateName: 'OUYANG CHENFEI', candidateNameZh: '欧阳晨飞', code: 'P261201XF18H', idEnd: '92' };

it.each([
  ['the family name', 'ouyang', true],
  ['the given name first', 'chenfei ouyang', true],
  ['the Chinese name', '晨飞', true],
  ['the end of the code', 'f18h', true],
  ['the end of the document, in wide figures', '９２', true],
  ['two words of which one is another’s', 'ouyang li', false],
])('somebody is found by %s', (_, sought, isThere) => {
  expect(isFound(entry, sought)).toBe(isThere);
});

/** The list of a day with these people, of whom nobody has come yet. */
async function openRoll(names: readonly string[]) {
  const day = desk().example('examDay.get');
  const [sample] = day.roll;
  const roll = names.map((candidateName, at) => ({
    ...sample!,
    id: `${at}${sample!.id.slice(1)}`,
    candidateName,
    candidateNameZh: null,
    attendance: 'Expected' as const,
  }));
  desk().says('examDay.get', { ...day, isDay: true, roll });
  const page = await open(desk(), '/exam-day/:id', 'en', { choice: 0, rows: 2 });
  const words = await examDayWords.load('en');
  const field = [...page.querySelectorAll('input')].find(({ type }) => type === 'search')!;
  const type = (value: string) => write(desk(), field, value);
  const enter = async () => {
    field.form!.requestSubmit();
    await answered(desk());
  };
  const shown = () => names.filter((name) => page.querySelector('.roll table')?.textContent?.includes(name));
  return { page, words, type, enter, shown, roll };
}

describe('at the door', () => {
  it('the list narrows while one types, and Enter marks the only one found', async () => {
    const { page, words, type, enter, shown, roll } = await openRoll(['WANG LEI', 'WANG MEI', 'LI LEI']);

    await type('wang');
    const two = shown();
    await enter();
    const early = desk().sent.length;
    await type('wang mei');
    const one = shown();
    const hint = page.textContent?.includes(words.enterMarks('WANG MEI'));
    await enter();

    expect([two, one, early, hint]).toEqual([['WANG LEI', 'WANG MEI'], ['WANG MEI'], 0, true]);
    expect(desk().sent).toMatchObject([{ name: 'examDay.mark', body: { mark: 'Present' } }]);
    expect(desk().sent[0]?.address).toContain(roll[1]?.id);
  });
});
