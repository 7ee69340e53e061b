import fc from 'fast-check';
import * as z from 'zod/mini';

type Json = Readonly<Record<string, unknown>>;

/** Which of the many answers of a shape is meant. */
export type Variant = {
  /** Which value of a choice (a status, a kind) is taken, by its place, counted round. */
  choice: number;
  /** What may be absent is, and what may be off is. */
  isBare?: boolean;
  /** How many rows a list has. */
  rows: number;
  /** Whatever is of one row has this in its name: rows are not alike. */
  row?: number;
  /** Ends every text that somebody may have written. */
  planted?: string;
};

/**
 * An answer as the shape of a call allows it, the same one each time.
 * @throws Error when what was made is not of the shape after all
 */
export function exampleOf(schema: z.ZodMiniType, variant: Variant): unknown {
  const described =
    descriptions.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
  descriptions.set(schema, described);
  const made = valueOf(described, variant, '');
  const parsed = z.safeParse(schema, made);
  if (!parsed.success) throw new Error(`Not of the shape: ${parsed.error.message}`);
  return made;
}

/** Each shape is described once: a page is rendered a hundred times. */
const descriptions = new WeakMap<z.ZodMiniType, Json>();

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function valueOf(schema: Json, variant: Variant, name: string): unknown {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return valueOf(chosenOf(choices.filter(isObject), variant), variant, name);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][variant.choice % schema['enum'].length];
  const make = makers[String([schema['type']].flat()[0])];
  return make === undefined ? null : make(schema, variant, name);
}

/** Null where it may be and the answer is a bare one; otherwise one of the others. */
function chosenOf(choices: readonly Json[], { choice, isBare }: Variant): Json {
  const none = choices.find(({ type }) => type === 'null');
  const some = choices.filter(({ type }) => type !== 'null');
  return (isBare ? none : undefined) ?? some[choice % some.length] ?? {};
}

const makers: Readonly<Record<string, (schema: Json, variant: Variant, name: string) => unknown>> = {
  object: objectOf,
  array: arrayOf,
  boolean: (_, { isBare }) => isBare !== true,
  integer: numberOf,
  number: numberOf,
  string: textOf,
};

function objectOf(schema: Json, variant: Variant): Json {
  const properties = isObject(schema['properties']) ? schema['properties'] : namedOf(schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, valueOf(isObject(each) ? each : {}, variant, name)]),
  );
}

/** The values of a record that has to have one for each of these names. */
function namedOf({ required, additionalProperties }: Json): Json {
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, additionalProperties]));
}

function arrayOf(schema: Json, variant: Variant, name: string): unknown[] {
  const least = Number(schema['minItems'] ?? 0);
  const most = Number(schema['maxItems'] ?? variant.rows);
  // What a field said before and says now is text of any kind: the journeys show it.
  if (name === 'changes') return [];
  const items = isObject(schema['items']) ? schema['items'] : {};
  // What may be done, whose rights: all of them.
  if (Array.isArray(items['enum'])) return items['enum'].slice(0, variant.rows === 0 ? least : undefined);
  const count = Math.max(least, Math.min(most, variant.rows));
  return Array.from({ length: count }, (_, at) => {
    const row = (variant.row ?? 0) * 10 + at + 1;
    return valueOf(items, { ...variant, choice: variant.choice + at, row }, name);
  });
}

function numberOf(schema: Json, { rows, choice }: Variant): number {
  const [least, most] = [Number(schema['minimum'] ?? 0), Number(schema['maximum'] ?? 1000)];
  return Math.min(most, Math.max(least, rows === 0 ? 0 : 100 + choice));
}

function textOf(schema: Json, { row = 0, planted = '' }: Variant, name: string): string {
  if (schema['format'] === 'uuid') return `0b6f0a52-6a2e-4c1a-9c55-${String(row).padStart(12, '0')}`;
  if (/json$/i.test(name)) return '{}';
  const pattern = schema['pattern'];
  if (typeof pattern === 'string') {
    const day = `2026-12-${String((row % 28) + 1).padStart(2, '0')}`;
    const month = `2026-${String((row % 12) + 1).padStart(2, '0')}`;
    const own = `${name.replaceAll(/[^A-Za-z]/g, '')}${row}`;
    const usual = [
      `${day}T01:30:00.000Z`,
      day,
      month,
      '09:30',
      String(2026 + (row % 10)),
      own,
      `https://example.cn/${own}`,
    ];
    const fitting = usual.find((each) => new RegExp(pattern).test(each));
    if (fitting !== undefined) return fitting;
    const [drawn = ''] = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: row, numRuns: 1 });
    return drawn;
  }
  return `${name} ${row}${planted}`
    .slice(0, Number(schema['maxLength'] ?? 200))
    .padEnd(Number(schema['minLength'] ?? 0), '-');
}
