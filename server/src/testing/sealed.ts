import { columnsOf } from '#platform/columns/index';
import { databasePool, reading } from '#platform/database';
import { sealedColumns } from '#platform/vault/rotate-keys';
import { unseal } from '#platform/vault';

/** What was found of the columns that are classed sensitive or secret. */
type Sealing = {
  /** `table.column` of each that shows something: it is neither sealed for its place, nor a keyed hash, nor a hashed password. */
  readable: string[];
  /** How many of them hold anything. */
  filled: number;
};

const mostRows = 300;

/**
 * Opens and measures every value that a dump of the database must not show, by the classes of columns alone: a column that is added and
 * classed sensitive is looked at without an entry here (T31, PIPL 51).
 */
export async function findReadableSecrets(): Promise<Sealing> {
  const sealed = await reading(sealedColumns);
  const places = new Map<string, (typeof sealed)[number]>(sealed.map((each) => [`${each.table}.${each.column}`, each]));
  const readable: string[] = [];
  let filled = 0;
  for (const { table, column } of columnsOf('sensitive', 'secret')) {
    const name = `${table}.${column}`;
    const place = places.get(name);
    const values = await valuesOf(table, column, place?.row ?? `''`);
    if (values.length > 0) filled += 1;
    const isFine = ({ row, value }: Value) =>
      place ? opens(value, { ...place.place, row }) : isHash(value) || isSealedAnswer(name, value);
    if (!values.every(isFine)) readable.push(name);
  }
  return { readable, filled };
}

/** The lengths of the values of each sealed column that holds any: what a dump without keys tells of them. */
export async function sealedLengths(): Promise<Map<string, number[]>> {
  const lengths = new Map<string, number[]>();
  for (const { table, column } of await reading(sealedColumns)) {
    const { rows } = await databasePool().query<{ length: number }>(
      `select distinct length("${column}") as length from "${table}" where length("${column}") > 0 order by 1`,
    );
    if (rows.length > 0)
      lengths.set(
        `${table}.${column}`,
        rows.map(({ length }) => length),
      );
  }
  return lengths;
}

type Value = { row: string; value: unknown };

async function valuesOf(table: string, column: string, row: string): Promise<Value[]> {
  const { rows } = await databasePool().query<Value>(
    `select (${row})::text as row, "${column}" as value from "${table}" where "${column}" is not null limit ${mostRows}`,
  );
  return rows.filter(({ value }) => !Buffer.isBuffer(value) || value.length > 0);
}

function opens(value: unknown, place: Parameters<typeof unseal>[1]): boolean {
  if (!Buffer.isBuffer(value)) return false;
  try {
    unseal(value, place);
    return true;
  } catch {
    return false;
  }
}

function isHash(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isHash);
  if (Buffer.isBuffer(value)) return value.length === 32;
  return typeof value === 'string' && value.startsWith('$argon2id$v=19$');
}

/** Kept answers are sealed as text in a JSON column. */
function isSealedAnswer(name: string, value: unknown): boolean {
  if (name !== 'idempotency_key.answer' || typeof value !== 'string') return false;
  const sealed = Buffer.from(value, 'base64');
  return sealed[0] === 2 && sealed.subarray(2, 4).toString('latin1') === 'k1';
}
