import { readFileSync } from 'node:fs';
import { settingsTable } from '@exam/server/platform/config/table';
import { expect, it } from 'vitest';

const rows = settingsTable().flatMap((section) => section.rows);

it('every setting says what it is for, and every key and password that it is secret', () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter(({ what }) => !/\w/.test(what))).toEqual([]);
  const open = rows.filter(({ name, isSecret }) => /SECRET|PRIVATE|_KEYS?$/.test(name) && !isSecret);
  expect(open.map(({ name }) => name)).toEqual(['FILES_S3_ACCESS_KEY', 'ALIPAY_PUBLIC_KEY', 'WECHAT_PUBLIC_KEY']);
});

it('the README names no setting that is not there', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const named = [...readme.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name]) => name);

  expect(named).toContain('DATABASE_URL');
  expect(named.filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
});
