import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tableOwners } from '@exam/server/platform/columns/owners';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

/** The tables that a text writes, by the query builder or in SQL. */
function writtenIn(text: string): string[] {
  const patterns = [
    /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g,
    /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:public\.)?(\w+)/gi,
    /\bupdate\s+(?:only\s+)?(?:public\.)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
    // A name that is put into a statement may be written or read: it counts as written.
    /\bsql\.(?:table|id)\('(\w+)'/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, table]) => table ?? []));
}

/** The tables that a text reads, comments aside. */
function readIn(text: string): string[] {
  const said = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
  const patterns = [
    /\b(?:selectFrom|(?:inner|left|right|full|cross)Join)\('(\w+)/g,
    /\b(?:from|join|using)\s+(?:lateral\s+|only\s+)?(?:public\.)?(\w+)\b/gi,
  ];
  const together = [...said.matchAll(/\bselectFrom\(\[([^\]]+)\]/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'(\w+)/g)].flatMap(([, table]) => table ?? []),
  );
  const named = patterns.flatMap((pattern) => [...said.matchAll(pattern)].flatMap(([, table]) => table ?? []));
  // The further ones of a list: from one a, another b.
  const lists = [
    ...said.matchAll(/\b(?:from|using)\s+\w+(?:\s+(?:as\s+)?\w+)?((?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)+)/gi),
  ];
  const listed = lists.flatMap(([, more = '']) => [...more.matchAll(/,\s*(\w+)/g)].flatMap(([, table]) => table ?? []));
  return [...named, ...together, ...listed];
}

/** The domain a file of the server is in; `platform` is one. */
function domainOf(file: string): string {
  const [wing = '', domain = ''] = file.replace('server/src/', '').split('/');
  return wing === 'platform' ? wing : `${wing}/${domain}`;
}

/** Whoever uses a table of another domain: `domain > table`. `tablesIn` finds the tables in a text. */
function pastDoors(
  files: readonly { file: string; text: string }[],
  tablesIn: (text: string) => readonly string[] = writtenIn,
): string[] {
  const owners = new Map(Object.entries(tableOwners));
  const found = files.flatMap(({ file, text }) =>
    tablesIn(text)
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
  'A refund takes its money off the payment under that row’s lock (C29); payments stand above refunds.': [
    'books/refunds > payment',
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
  expect(pastDoors(serverFiles())).toEqual(Object.values(known).flat().toSorted());
});

it('and none reads one anew: what is read past a door stands in a list that only shrinks', () => {
  const found = pastDoors(serverFiles(), readIn);
  const byDomain = JSON.parse(readFileSync(new URL('table-reads.json', import.meta.url), 'utf8')) as Record<
    string,
    string[]
  >;
  const listed = Object.entries(byDomain).flatMap(([domain, tables]) => tables.map((table) => `${domain} > ${table}`));

  expect(found.filter((each) => !listed.includes(each))).toEqual([]);
  expect(listed.filter((each) => !found.includes(each))).toEqual([]);
});

it('a table that is read in a statement is found, one that a comment names is not', () => {
  const text = '/** Taken from exam_order. */\nawait sql`select id from refund join exam_order on true`.execute(tx);';

  expect(readIn(text)).toEqual(['refund', 'exam_order']);
  expect(readIn('await sql`select from passkey p, exam_order as o where true`.execute(tx);')).toEqual([
    'passkey',
    'exam_order',
  ]);
  expect(readIn("tx.selectFrom(['passkey as p', 'exam_order']).rightJoin('refund', 'refund.id', 'p.id')")).toEqual([
    'refund',
    'passkey',
    'exam_order',
  ]);
});

it.each([
  ['by the query builder', "await tx.updateTable('exam_order').set({ note: null }).execute();"],
  ['by an insert', 'await sql`insert into exam_order (id) values (${id})`.execute(tx);'],
  ['by an update with an alias', 'await sql`update exam_order placed set note = null`.execute(tx);'],
  ['by a delete', 'await sql`delete from exam_order where id = ${id}`.execute(tx);'],
  ['by an insert in capitals', 'await sql`INSERT INTO exam_order (id) VALUES (${id})`.execute(tx);'],
  ['by a merge', "await tx.mergeInto('exam_order as o').execute();"],
  ['as a whole', 'await sql`truncate exam_order`.execute(tx);'],
  ['by a name put into a statement', "await sql`delete from ${sql.table('exam_order')}`.execute(tx);"],
  ['by an update of it alone', 'await sql`update only exam_order set note = null`.execute(tx);'],
  ['under its schema', 'await sql`update public.exam_order set note = null`.execute(tx);'],
  ['by a merge', 'await sql`merge into exam_order using news on true when matched then delete`.execute(tx);'],
])('a table of another domain that is written %s is found', (_, text) => {
  const inside = pastDoors([{ file: 'server/src/checkout/orders/keep.ts', text }]);

  expect(pastDoors([{ file: 'server/src/people/accounts/reach.ts', text }])).toEqual(['people/accounts > exam_order']);
  expect(inside).toEqual([]);
});

it('a row that is only locked or read is not taken for a written one', () => {
  const text = 'await sql`select from exam_order where id = ${id} for no key update`.execute(tx);';

  expect(pastDoors([{ file: 'server/src/people/accounts/reach.ts', text }])).toEqual([]);
});
