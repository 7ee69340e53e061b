import { describe, expect, it } from 'vitest';
import { checkUci, groupUci, uciCheckLetter } from './uci.ts';

const strict = (raw: string, today = '2026-11-21') => checkUci(raw, { policy: 'strict', today });
const refused = { ok: false, code: 'UCI_NUMBER' };

const vectors = [
  ['681990012058', 'G'],
  ['689990980001', 'D'],
  ['920030261234', 'E'],
  ['92003B261234', 'L'],
  ['68133C240042', 'D'],
  ['12345A230999', 'T'],
  ['99999B090001', 'H'],
] as const;
const valid = vectors.map(([twelve, letter]) => twelve + letter).filter((uci) => uci.slice(6, 8) <= '26');

describe('the check letter of a UCI', () => {
  it.each(vectors)('of %s is %s [R-81]', (twelve, letter) => {
    expect(uciCheckLetter(twelve)).toBe(letter);
  });

  it('is of no text that is not twelve characters of a UCI', () => {
    expect([uciCheckLetter('68199001205'), uciCheckLetter('68199Q012058'), uciCheckLetter('A81990012058')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('a UCI', () => {
  it('is read as typed, with spaces, small letters and full-width signs', () => {
    expect(strict(' 92003 b 26 1234 l ')).toEqual({ ok: true, uci: '92003B261234L' });
    expect(strict('９２００３Ｂ２６１２３４Ｌ')).toEqual({ ok: true, uci: '92003B261234L' });
  });

  it('is refused with the letter of a typographic sample, and when it is empty', () => {
    expect(strict('999990140001X')).toEqual(refused);
    expect(strict('999990140001B')).toEqual({ ok: true, uci: '999990140001B' });
    expect(strict('  ')).toEqual({ ok: false, code: 'REQUIRED_FIELD' });
  });

  it('is refused when its year lies after this one', () => {
    expect(strict('92003B261234L')).toEqual({ ok: true, uci: '92003B261234L' });
    expect(strict('92003B261234L', '2025-12-31')).toEqual(refused);
  });

  it.each(valid)('%s is refused with any single character wrong [rule:post-test.UCI_format]', (uci) => {
    // given every character a keyboard writes in every place
    const signs = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
    const right = Array.from(uci);
    const wrong = right.flatMap((was, at) =>
      signs.filter((sign) => sign.toUpperCase() !== was).map((sign) => right.with(at, sign).join('')),
    );

    // when each is checked, then none passes
    expect(wrong.filter((each) => strict(each).ok)).toEqual([]);
    expect(wrong.length).toBeGreaterThan(13 * 90);
  });

  it.each(valid)('%s is refused with a character missing, doubled, or two neighbours of its number swapped', (uci) => {
    const right = Array.from(uci);
    const swaps = right.slice(0, 11).map((sign, at) =>
      right
        .with(at, right[at + 1] ?? '')
        .with(at + 1, sign)
        .join(''),
    );
    const wrong = [
      ...right.map((_, at) => right.toSpliced(at, 1).join('')),
      ...right.map((sign, at) => right.toSpliced(at, 0, sign).join('')),
      ...swaps.filter((each) => each !== uci),
    ];
    expect(wrong.filter((each) => strict(each).ok)).toEqual([]);
  });

  it('has only to be 13 letters and digits where the body gives no check letter, and is nothing where it knows none', () => {
    const shape = (raw: string) => checkUci(raw, { policy: 'shape', today: '2026-11-21' });
    expect(shape('in154 0261234x')).toEqual({ ok: true, uci: 'IN1540261234X' });
    expect(shape('IN154026123')).toEqual(refused);
    expect(checkUci('anything', { policy: 'none', today: '2026-11-21' })).toEqual({ ok: true, uci: '' });
  });

  it('is shown in its groups', () => {
    expect(groupUci('92003B261234L')).toBe('92003 B 26 1234 L');
    expect(groupUci('')).toBe('');
  });
});
