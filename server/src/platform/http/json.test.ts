import { describe, expect, it } from 'vitest';
import { parseStrictJson } from '#platform/http/json';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a body', () => {
  it.each([
    ['an object', '{"a":[1,"b",null,{"a":2}],"b":{"a":"{\\"a\\":1,\\"a\\":2}"}}'],
    ['sixteen levels', nested(16)],
    ['five hundred entries', JSON.stringify(Array.from({ length: 500 }, () => 0))],
    ['an emoji', '{"a":"\\ud83d\\ude00"}'],
  ])('of %s is read as it is', (_, text) => {
    expect(parseStrictJson(bytes(text))).toEqual(JSON.parse(text));
  });

  it.each([
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice in another spelling', '{"a":1,"\\u0061":2}'],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['__proto__ in another spelling', '{"\\u005f_proto__":1}'],
    ['constructor', '{"a":{"constructor":1}}'],
    ['seventeen levels', nested(17)],
    ['501 entries', JSON.stringify(Array.from({ length: 501 }, () => 0))],
    ['NUL', '{"a":"\\u0000"}'],
    ['half a surrogate pair', '{"a":"\\ud83d"}'],
    ['half a surrogate pair in a key', '{"\\udc00":1}'],
    ['a comment', '{"a":1/* */}'],
    ['two values', '{} {}'],
    ['nothing but a byte-order mark', '\ufeff'],
  ])('with %s is refused [T28]', (_, text) => {
    expect(() => parseStrictJson(bytes(text))).toThrow();
  });

  it('that is not UTF-8 is refused [T28]', () => {
    expect(() => parseStrictJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow();
  });

  it('arrives in Unicode normal form C [T28]', () => {
    expect(parseStrictJson(bytes('"e\u0301"'))).toBe('\u00e9');
  });

  it('that is empty is absent', () => {
    expect(parseStrictJson(bytes(''))).toBeUndefined();
  });
});
