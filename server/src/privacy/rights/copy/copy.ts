import { isIP } from 'node:net';
import type { OwnCopy } from '@exam/contract/entities';
import { type CopyField, type CopyPart, copyPartNames, copyParts, maskIdNumber, maskPhone } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { unseal } from '#platform/vault';
import { copySources } from './copy-parts.ts';
import type { Owner, PartSource } from './part-source.ts';
import { openRequest, presentRequest, serveRequest } from '../store.ts';

type Copying = Owner & { isWhole: boolean };
type Row = Record<string, unknown>;

/**
 * A copy of everything that is held of an account and whom it saved (PIPL 45), with a receipt like every other request. Whoever asks has just proved who they are: it
 * holds e-mail addresses, dates of birth and answers about health. Unless they want it whole, document numbers show their last characters only,
 * telephone numbers a part, and IP addresses nothing: a file that is left lying about gives nothing to abuse.
 */
export async function copyOwn(tx: Tx, copying: Copying): Promise<OwnCopy> {
  const { accountId, isWhole } = copying;
  const request = await serveRequest(tx, await openRequest(tx, { accountId, candidateId: null, kind: 'Copy' }));
  const parts = await partsOf(tx, copyPartNames, copying);
  return { request: await presentRequest(tx, request), madeAt: await readNow(tx), isWhole, parts };
}

/** The parts named, in the order of the table. */
export async function partsOf(tx: Tx, names: readonly CopyPart[], copying: Copying): Promise<OwnCopy['parts']> {
  const parts: OwnCopy['parts'] = [];
  for (const name of copyPartNames.filter((each) => names.includes(each))) {
    const source = copySources[name];
    if (!source) continue;
    const rows = await rowsOf(tx, { name, source }, copying);
    const isAll = source.newest === undefined || rows.length < source.newest;
    parts.push({ name, rows, recordCount: isAll ? rows.length : await countOf(tx, source, copying) });
  }
  return parts;
}

async function countOf(tx: Tx, source: PartSource, copying: Copying): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(source.table)} t ${source.joined ?? sql``}
    where ${source.of(copying)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

type Part = { name: CopyPart; source: PartSource };

async function rowsOf(tx: Tx, { name, source }: Part, copying: Copying): Promise<Row[]> {
  const fields: readonly CopyField[] = copyParts[name];
  const sealed = await sealedColumns(tx, source.table);
  const made = source.made?.(copying) ?? {};
  const isSealed = (field: CopyField) => made[field] === undefined && sealed.has(`${snake(field)}_sealed`);
  const columns = fields.map((field) => {
    const column = sql.ref(`t.${snake(field)}${isSealed(field) ? '_sealed' : ''}`);
    return sql`${made[field] ?? column} as ${sql.ref(field)}`;
  });
  const key = fields.some(isSealed) ? (source.row ?? sql`t.id`) : sql`null`;
  const { rows } = await sql<Row>`
    select ${sql.join(columns)}, ${key} as "rowKey" from ${sql.table(source.table)} t ${source.joined ?? sql``}
    where ${source.of(copying)}
    order by ${source.newest === undefined ? sql`1` : sql`1 desc limit ${source.newest}`}`.execute(tx);
  return rows.map((row) =>
    Object.fromEntries(
      fields.map((field) => {
        const place = { table: source.table, row: String(row['rowKey']), column: snake(field) };
        const value = row[field];
        const opened = Buffer.isBuffer(value) ? readText(field, unseal(value, place)) : value;
        return [field, copying.isWhole ? opened : masked(field, opened)];
      }),
    ),
  );
}

async function sealedColumns(tx: Tx, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_name like '%\\_sealed'`.execute(tx);
  return new Set(rows.map((row) => row.name));
}

/** The column of a field: `firstName` is `first_name`. */
function snake(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const jsonFields: readonly string[] = [
  'json',
  'jsonResult',
  'formJson',
  'steps',
  'entered',
  'rows',
] satisfies CopyField[];

function readText(field: string, text: string): unknown {
  if (!jsonFields.includes(field) || text === '') return text;
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return text;
  }
}

/** Document numbers with their last characters only, telephone numbers in part, and nothing of IP addresses, wherever they are. */
function masked(field: string, value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : maskedText(field, value);
  if (Array.isArray(value)) return value.map((each) => masked(field, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, masked(name, each)]));
}

function maskedText(field: string, value: string): string {
  if (isIP(value) !== 0) return '***';
  if (/^(idNo|idNumber|card)$/i.test(field)) return maskIdNumber(value);
  // A message goes to a number or to an address.
  const isPhone = /(phone|mobile)(number)?$/i.test(field) || (field === 'recipient' && /^\+?\d+$/.test(value));
  return isPhone ? maskPhone(value) : nested(value);
}

/** The steps of a wizard carry JSON inside of JSON. */
function nested(value: string): string {
  if (!value.startsWith('{') && !value.startsWith('[')) return value;
  const parsed = readText('json', value);
  return typeof parsed === 'string' ? parsed : JSON.stringify(masked('', parsed));
}
