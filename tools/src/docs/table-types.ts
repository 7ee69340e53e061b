import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '@exam/server/platform/database/embedded';
import { tableOwners } from '@exam/server/platform/columns/owners';
import { migrate } from '@exam/server/platform/database/migrate';

/**
 * Writes `server/src/platform/tables` from the migrations, which it runs on a database of its own: the Kysely types of every table, a file for each
 * wing of the server by the tables' owners, those of the views, the names of their columns, and
 * how the tables point at each other.
 * The schema is written once, in SQL. Values that a CHECK constraint closes become unions; what a migration calls `'unused'` (`comment on
 * column`) is not read any more, so that the next version may drop it. Usage: `npm run tables`.
 */

type Column = {
  table_name: string;
  column_name: string;
  data_type: string;
  udt_name: string;
  is_nullable: string;
  column_default: string | null;
  is_unused: boolean;
};

const folder = new URL('../../../server/src/platform/tables/', import.meta.url);

const scalarTypes: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  boolean: 'boolean',
  integer: 'number',
  bigint: 'number',
  bytea: 'Buffer',
  date: 'string',
  jsonb: 'JSONColumnType<object>',
  'timestamp with time zone': 'string',
  ARRAY: 'string[]',
};

function unions(definitions: { table_name: string; definition: string }[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { table_name, definition } of definitions) {
    const match = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(definition);
    if (!match) continue;
    const values = [...(match[2] ?? '').matchAll(/'([^']*)'::text/g)].map((value) => `'${value[1]}'`);
    if (values.length > 0) found.set(`${table_name}.${match[1]}`, values.join(' | '));
  }
  return found;
}

function typeOf(column: Column, closed: Map<string, string>): string {
  if (column.is_unused) return 'ColumnType<never, never, never>';
  const plain = column.udt_name === '_bytea' ? 'Buffer[]' : scalarTypes[column.data_type];
  const base = closed.get(`${column.table_name}.${column.column_name}`) ?? plain;
  if (base === undefined)
    throw new Error(`no type for ${column.table_name}.${column.column_name}: ${column.data_type}`);
  if (column.is_nullable === 'YES' && base.startsWith('JSON'))
    return 'ColumnType<object | null, string | null | undefined, string | null>';
  const nullable = column.is_nullable === 'YES' ? `${base} | null` : base;
  return column.column_default === null ? nullable : `Generated<${nullable}>`;
}

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

/** The wing whose domain writes a table; a new one is with the platform until its owner is named. */
function wingOf(table: string): string {
  return (new Map(Object.entries(tableOwners)).get(table) ?? 'platform').split('/')[0] ?? '';
}

type Known = { tables: ReadonlyMap<string, Column[]>; closed: Map<string, string> };

/** The file of the types of some tables. */
function typesOf(names: readonly string[], { tables, closed }: Known): string {
  const types = names.map((table) => {
    const lines = (tables.get(table) ?? []).map((column) => `  ${column.column_name}: ${typeOf(column, closed)};`);
    return `export type ${pascal(table)}Table = {\n${lines.join('\n')}\n};\n`;
  });
  const text = types.join('\n');
  const used = ['ColumnType', 'Generated', 'JSONColumnType'].filter((name) => new RegExp(`\\b${name}<`).test(text));
  const imports = used.length > 0 ? `import type { ${used.join(', ')} } from 'kysely';\n` : '';
  return `// Written by tools/src/docs/table-types.ts from the migrations. Instants are ISO 8601 UTC strings, dates yyyy-mm-dd, money fen.
${imports}
${text}`;
}

async function write(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const columns = await client.query<Column>(
    `select table_name, column_name, data_type, udt_name, is_nullable, column_default,
        coalesce(col_description(format('%I', table_name)::regclass, ordinal_position) = 'unused', false) as is_unused
      from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migration' order by table_name, ordinal_position`,
  );
  const checks = await client.query<{ table_name: string; definition: string }>(
    `select r.relname as table_name, pg_get_constraintdef(c.oid) as definition from pg_constraint c
       join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
      where c.contype = 'c' and n.nspname = 'public'`,
  );
  const references = await client.query<Reference>(
    `select own.relname as table, attname as column, other.relname as to from pg_constraint
       join pg_class own on own.oid = conrelid join pg_class other on other.oid = confrelid
       join pg_namespace n on n.oid = own.relnamespace
       join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and n.nspname = 'public' order by 1, 2, 3`,
  );
  const shown = await client.query<{ name: string }>(
    `select viewname as name from pg_views where schemaname = 'public'`,
  );
  await client.end();
  const views = new Set(shown.rows.map(({ name }) => name));
  const closed = unions(checks.rows);
  const tables = Map.groupBy(columns.rows, (column) => column.table_name);
  await putTypes({ tables, closed, views });
  await putReferences(references.rows);
  await putNames(tables);
}

/** The types of the tables, a file for each wing, and the index of all. */
async function putTypes({ tables, closed, views }: Known & { views: ReadonlySet<string> }): Promise<void> {
  const files = Map.groupBy(tables.keys(), (table) => (views.has(table) ? 'views' : wingOf(table)));
  for (const [name, of] of files) await put(`${name}.ts`, typesOf(of, { tables, closed }));
  const imports = [...files]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, of]) => {
      const types = of.map((table) => `  ${pascal(table)}Table,\n`).join('');
      return `import type {\n${types}} from './${name}.ts';\n`;
    });
  const again = [...files.keys()].toSorted().map((name) => `export type * from './${name}.ts';\n`);
  const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;`).join('\n');
  await put(
    'index.ts',
    `// Written by tools/src/docs/table-types.ts from the migrations.
${imports.join('')}
${again.join('')}
/** Every table of the database. */
export type Database = {
${index}
};
`,
  );
}

type Reference = { table: string; column: string; to: string };

/** How the tables point at each other. */
async function putReferences(references: readonly Reference[]): Promise<void> {
  const pointing = Map.groupBy(references, ({ table }) => table);
  const links = [...pointing].map(([table, rows]) => {
    const columns = rows.map(({ column, to }) => `${column}: '${to}'`);
    return `  ${table}: { ${columns.join(', ')} },`;
  });
  await put(
    'references.ts',
    `// Written by tools/src/docs/table-types.ts from the migrations.
import type { Database } from './index.ts';

/** The columns by which a table points at another one. */
export const tableReferences: { readonly [Table in keyof Database]?: { readonly [Column in keyof Database[Table]]?: keyof Database } } = {
${links.join('\n')}
};
`,
  );
}

/** The columns that this version reads. */
async function putNames(tables: Known['tables']): Promise<void> {
  const named = [...tables].map(([table, rows]) => {
    const names = rows.filter((column) => !column.is_unused).map((column) => `'${column.column_name}'`);
    return `  ${table}: [${names.join(', ')}],`;
  });
  await put(
    'names.ts',
    `// Written by tools/src/docs/table-types.ts from the migrations.
import type { Database } from './index.ts';

/** The columns of every table and view that this version reads. */
export const columnNames: { readonly [Table in keyof Database]: readonly (keyof Database[Table])[] } = {
${named.join('\n')}
};
`,
  );
}

async function put(name: string, text: string): Promise<void> {
  const target = new URL(name, folder);
  const before = await readFile(target, 'utf8').catch(() => '');
  if (before !== text) await writeFile(target, text);
}

const place = await mkdtemp(join(tmpdir(), 'examport-tables-'));
const database = await startEmbeddedDatabase(place, { settings: { fsync: 'off' } });
try {
  await migrate(database.url);
  await write(database.url);
} finally {
  await database.stop();
  await rm(place, { recursive: true, force: true });
}
