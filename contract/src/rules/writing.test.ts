import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { text, written } from '../entities/index.ts';
import { bareNumber, isOfLength, lengthSeen, plainCharacters, visibleText, tidyText } from './writing.ts';

const family = '👨‍👩‍👧‍👦';

describe('the length of a text', () => {
  it.each([
    ['我发烧住院了', 6],
    ['e\u0301t\u0065\u0301', 3],
    ['🇨🇳🇬🇧', 2],
    [family, 1],
    ['👍🏽', 1],
    ['\u{20BB7}野家', 3],
    ['', 0],
  ])('of %j is %i, as a person counts [T19]', (given, length) => {
    expect(lengthSeen(given)).toBe(length);
  });

  it('is within its bounds by that count, and what is stacked on one character without end is not [T19 rule:exam.cancellation_reason]', () => {
    const reason = { min: 5, max: 500 };

    expect(isOfLength(`${'x'.repeat(480)}${family.repeat(14)}`, reason)).toBe(true);
    expect(isOfLength(family.repeat(500), reason)).toBe(true);
    expect(isOfLength(family.repeat(501), reason)).toBe(false);
    expect(isOfLength(family.repeat(4), reason)).toBe(false);
    expect(isOfLength(`xxxxx${'\u0301'.repeat(9000)}`, reason)).toBe(false);
  });

  it('is counted alike by the contract, which still says its bounds [T19]', () => {
    const reason = written(5, 500);

    expect(text(3).safeParse(family.repeat(3)).success).toBe(true);
    expect(text(3).safeParse('xxxx').error?.issues[0]?.code).toBe('too_big');
    expect(reason.safeParse(` ${family.repeat(500)} `).success).toBe(true);
    expect(reason.safeParse(family.repeat(4)).error?.issues[0]?.code).toBe('too_small');
    expect(z.toJSONSchema(reason)).toMatchObject({ minLength: 5, maxLength: 500 });
  });
});

describe('what is typed or pasted', () => {
  it.each([
    '\u200b',
    '\u200e',
    '\u202d',
    '\u202c',
    '\u2066',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u180e',
    '\u200d',
  ])('is read without %j, which nobody sees', (sign) => {
    expect(visibleText(`${sign}王${sign}伟${sign}`)).toBe('王伟');
    expect(tidyText(` ${sign} 王 ${sign} 伟`)).toBe('王 伟');
    expect(bareNumber(`${sign}1101${sign}01`)).toBe('110101');
  });

  it('keeps what makes an emoji of several signs', () => {
    const seen = [family, '❤️‍🔥', '👩🏽‍💻', '🇨🇳', '1️⃣'];
    expect(seen.map(visibleText)).toEqual(seen);
  });

  it.each(['\u0301', '\u0327\u0301', '\u0301\u200b', '\u0301\u115f'])(
    'has no heap of marks on a letter, which would take long to put in order: %j',
    (marks) => {
      for (const tidy of [plainCharacters, tidyText, bareNumber])
        expect(tidy(`e${marks.repeat(5000)}`).length).toBeLessThanOrEqual(16);
      expect(tidyText(`e${marks}`)).toBe(`e${marks}`.replace(/[\u200b\u115f]/g, '').normalize('NFC'));
    },
  );

  it('has ordinary signs where it is a number or an address, and every character of its own where it is a name', () => {
    expect(plainCharacters('Ａ１ｂ＠Ⅹ．ﬁ')).toBe('A1b@X.fi');
    expect(tidyText('（北京）有限公司 \uf90a\u{2fa1a}')).toBe('（北京）有限公司 \uf90a\u{2fa1a}');
  });
});
