import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testConfig, testEnvironment } from '#platform/testing/config';
import { sealAsBefore } from '#platform/testing/seal-as-before';
import {
  blindIndex,
  csrfTokenOf,
  hashPassword,
  isPasswordRight,
  isSameSecret,
  isSealedAsBefore,
  openVault,
  seal,
  unseal,
  useIndexHalf,
} from '#platform/vault';

const place = { table: 'candidate', row: 'row-1', column: 'id_no' };

beforeAll(() => {
  openVault(testConfig().secrets);
  useIndexHalf('the half of this database');
});

describe('a sealed value', () => {
  it('opens in its own place and shows nothing of the text', () => {
    const sealed = seal('11010119900307001X 张', place);

    expect(unseal(sealed, place)).toBe('11010119900307001X 张');
    expect(sealed.toString('latin1')).not.toContain('1101');
    expect(seal('same', place).equals(seal('same', place))).toBe(false);
  });

  it.each([
    ['another table', { ...place, table: 'account' }],
    ['another row', { ...place, row: 'row-2' }],
    ['another column', { ...place, column: 'mobile' }],
  ])('does not open in %s', (_, elsewhere) => {
    const sealed = seal('secret', place);

    expect(() => unseal(sealed, elsewhere)).toThrow();
  });

  it('does not open when one bit was changed [ASVS-11.3.2 ASVS-11.3.3]', () => {
    const sealed = seal('secret', place);
    const last = sealed.length - 1;
    sealed[last] = (sealed[last] ?? 0) ^ 1;

    expect(() => unseal(sealed, place)).toThrow();
  });

  it('has one length whatever a line says, and of more text one of a few [T31 S-18]', () => {
    const lengthOf = (text: string, column = 'gender') => seal(text, { ...place, column }).length;
    const longest = '龑'.repeat(50);

    expect(
      new Set(['', 'Male', 'Female', '1990-03-07', '13800138000', '11010119900307001X'].map((text) => lengthOf(text)))
        .size,
    ).toBe(1);
    expect(new Set(['Li', longest].map((text) => lengthOf(text, 'name'))).size).toBe(1);
    expect(new Set(Array.from({ length: 2000 }, (_, at) => lengthOf('x'.repeat(at)))).size).toBe(4);
    for (const text of ['', 'a\u0000', '\u0080', longest, 'x'.repeat(200_000)])
      expect(unseal(seal(text, place), place)).toBe(text);
  });

  it('of before lengths were hidden opens, is told apart, and passes for none of today’s [T31 F11]', () => {
    const before = sealAsBefore('Female', place);
    const forged = Buffer.from(before);
    forged[0] = 2;

    expect([unseal(before, place), isSealedAsBefore(before)]).toEqual(['Female', true]);
    expect(() => unseal(forged, place)).toThrow();
  });

  it('opens after the key was rotated and says that it is old [T34]', () => {
    const sealed = seal('secret', place);
    const newKey = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 91 + 130) % 256)).toString('base64');

    openVault(testConfig({ FIELD_KEYS: `k2:${newKey},${testEnvironment['FIELD_KEYS']}` }).secrets);

    expect(unseal(sealed, place)).toBe('secret');
    expect([isSealedAsBefore(sealed), isSealedAsBefore(seal('x', place))]).toEqual([true, false]);
    openVault(testConfig().secrets);
  });
});

describe('keyed hashes', () => {
  it('are equal for equal values of one purpose only', () => {
    expect(blindIndex('phone', '138').equals(blindIndex('phone', '138'))).toBe(true);
    expect(blindIndex('phone', '138').equals(blindIndex('email', '138'))).toBe(false);
    expect(csrfTokenOf('a')).not.toBe(csrfTokenOf('b'));
    expect([isSameSecret('a', 'a'), isSameSecret('a', 'ab')]).toEqual([true, false]);
  });
});

describe('a password', () => {
  it('is right for its own hash only, also when many are checked at once [ASVS-11.4.2]', async () => {
    const hash = await hashPassword('Secret#2026');

    const answers = await Promise.all([
      isPasswordRight('Secret#2026', hash),
      isPasswordRight('secret#2026', hash),
      isPasswordRight('Secret#2026', null),
      isPasswordRight('Secret#2026', hash),
    ]);

    expect(answers).toEqual([true, false, false, true]);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('is hashed at that cost by every program: none opens the vault with another', () => {
    const source = join(import.meta.dirname, '..');
    const opened = readdirSync(source)
      .filter((name) => name.endsWith('main.ts'))
      .flatMap((name) => readFileSync(join(source, name), 'utf8').match(/openVault\(.*/g) ?? []);

    expect(opened).toContain('openVault(config.secrets);');
    expect(new Set(opened).size, opened.join(' ')).toBe(1);
  });
});
