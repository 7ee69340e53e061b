import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { secondLook } from './second-look.ts';

const folder = new URL('../../../server/src/', import.meta.url);

/** A statement that locks, or a call of what wraps one, where it is not declared. */
const locks =
  /\bfor (?:no key |key )?(?:update|share)\b|\.for(?:NoKeyUpdate|Update|Share|KeyShare)\(|pg_(?:try_)?advisory(?:_xact)?_lock\(|(?<!function )\b(?:lock(?:[A-Z]\w*)?|holdRegistrations\w*|keepAccountOpen)\(|\block: (?:true|'\w+')/g;

/** In how many places a text takes locks, comments aside. */
function placesIn(text: string): number {
  const said = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return said.match(locks)?.length ?? 0;
}

/** The files of the server that take locks, but for tests and the data of the demonstration. */
function placesByFile(): Record<string, number> {
  const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !/\.test(?:ing)?\.ts$|^(?:testing|demo|platform\/testing)\//.test(file));
  const counted = files.map((file) => [file, placesIn(readFileSync(new URL(file, folder), 'utf8'))] as const);
  return Object.fromEntries(counted.filter(([, places]) => places > 0));
}

describe('an act that waits for a lock', () => {
  it('is in the table of second looks, with each place where its file takes one, and the table has no other', () => {
    const table = Object.fromEntries(Object.entries(secondLook).map(([file, [places]]) => [file, places]));

    expect(Object.keys(table).length).toBeGreaterThan(150);
    expect(placesByFile()).toEqual(table);
  });
});

describe('the places where locks are taken', () => {
  it.each([
    ['sql`select from application where id = ${id} for no key update`', 1],
    [`await tx.selectFrom('booking').selectAll().forNoKeyUpdate().execute()`, 1],
    ['await lockOrder(tx, { orderId }); await holdRegistrations(tx, ids);', 2],
    ['const row = await ownBooking(tx, { id, accountId, lock: true });', 1],
    ['sql`select pg_advisory_xact_lock(hashtextextended(${id}, 2))`', 1],
    ['export async function lockOrder(tx: Tx) {', 0],
    ['// waits for update\nconst blocked = block(tx);', 0],
  ])('%s', (text, places) => {
    expect(placesIn(text)).toBe(places);
  });
});
