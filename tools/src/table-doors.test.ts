import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tableOwners } from '@exam/server/platform/columns/owners';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

/** The tables that a text writes, by the query builder or in SQL. */
function writtenIn(text: string): string[] {
  const patterns = [
    /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)/g,
    /\b(?:insert into|delete from)\s+(\w+)/g,
    /\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, table]) => table ?? []));
}

/** The domain a file of the server is in; `platform` is one. */
function domainOf(file: string): string {
  const [wing = '', domain = ''] = file.replace('server/src/', '').split('/');
  return wing === 'platform' ? wing : `${wing}/${domain}`;
}

/** Whoever writes a table of another domain: `domain > table`. */
function writtenPastDoors(files: readonly { file: string; text: string }[]): string[] {
  const owners = new Map(Object.entries(tableOwners));
  const found = files.flatMap(({ file, text }) =>
    writtenIn(text)
      .filter((table) => owners.has(table) && owners.get(table) !== domainOf(file))
      .map((table) => `${domainOf(file)} > ${table}`),
  );
  return [...new Set(found)].toSorted();
}

/** The server but for its tests and the data of the demonstration, which is written as a whole. */
function serverFiles(): { file: string; text: string }[] {
  const listed = execFileSync('git', ['ls-files', 'server/src/*.ts'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  return listed
    .filter((file) => !/\.test\.ts$|\.testing\.ts$|\/testing\/|\/demo\/|\/proofs\//.test(file))
    .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }));
}

/** What still writes past a door, and why. The list only shrinks: strike out what you have mended, add nothing. */
const known: Readonly<Record<string, readonly string[]>> = {
  'An order goes as a whole, rows that point before rows that are pointed at (checkout/orders/ending.ts, lapsed.ts).': [
    'checkout/orders > cancellation_item',
    'checkout/orders > cancellation_request',
    'checkout/orders > payment',
    'checkout/orders > payment_attempt',
    'checkout/orders > payment_event',
    'checkout/orders > payment_exception',
    'checkout/orders > refund',
    'checkout/orders > reminder',
  ],
  'What was ordered belongs to no account once its order does (checkout/orders/retention.ts); bookings and requests stand above orders.':
    ['checkout/orders > application', 'checkout/orders > booking', 'checkout/orders > post_test'],
  'A refund takes its money off the payment under that row’s lock (C29); payments stand above refunds.': [
    'books/refunds > payment',
  ],
  'The desk of sessions writes them as staff make them.': [
    'desk/session-desk > exam_session',
    'desk/session-desk > session_subject',
    'desk/session-desk > session_subject_late_charge',
    'desk/session-desk > session_subject_tier_fee',
  ],
  'A new version of a form is given to its products at the start.': ['offer/catalogue > product'],
  'A code that is ended takes its tickets along; sessions ask invitations, not the other way round.': [
    'offer/invitations > invitation_ticket',
  ],
  'A restored database is put in order before the product runs.': ['privacy/backup > file'],
  'What was asked for goes with the registration that it is of; arrangements stand above registrations.': [
    'registering/applications > special_arrangement',
  ],
};

it('no domain writes a table of another one, but for the few that are listed', () => {
  expect(writtenPastDoors(serverFiles())).toEqual(Object.values(known).flat().toSorted());
});

it.each([
  ['by the query builder', "await tx.updateTable('exam_order').set({ note: null }).execute();"],
  ['by an insert', 'await sql`insert into exam_order (id) values (${id})`.execute(tx);'],
  ['by an update with an alias', 'await sql`update exam_order placed set note = null`.execute(tx);'],
  ['by a delete', 'await sql`delete from exam_order where id = ${id}`.execute(tx);'],
])('a table of another domain that is written %s is found', (_, text) => {
  const inside = writtenPastDoors([{ file: 'server/src/checkout/orders/keep.ts', text }]);

  expect(writtenPastDoors([{ file: 'server/src/people/accounts/reach.ts', text }])).toEqual([
    'people/accounts > exam_order',
  ]);
  expect(inside).toEqual([]);
});

it('a row that is only locked or read is not taken for a written one', () => {
  const text = 'await sql`select from exam_order where id = ${id} for no key update`.execute(tx);';

  expect(writtenPastDoors([{ file: 'server/src/people/accounts/reach.ts', text }])).toEqual([]);
});
