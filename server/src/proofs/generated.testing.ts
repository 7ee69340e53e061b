import { wire } from '@exam/contract/wire';
import type { EndpointName } from '@exam/contract/endpoints';
import fc, { type Arbitrary } from 'fast-check';
import { isObject, type JsonSchema, schemaOf, type Sent } from './requests.testing.ts';

/** Values given where something else is expected, or at the edge of what is. */
const oddities: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  2 ** 31,
  2 ** 53 + 2,
  1.5,
  true,
  [],
  {},
  [[]],
  'x'.repeat(5000),
  "' or 1=1 --",
  '%',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '2026-13',
  'null',
  '\u202e\ud83d\ude00 李',
  '00000000-0000-4000-8000-000000000000',
];

/** Words that mean something to a filter or to a path. */
const knownWords = [
  'PaymentExpired',
  'PaymentPending',
  wire.applicationStatus.Submitted,
  'Submitted',
  'Public',
  'U11',
  'Available',
  'Full',
  '2026-12',
  '2026-12-01',
  '2026-02-30',
  '0000-01',
  'true',
  'false',
  '11010519491231002X',
  'E12345678',
  '13800138000',
  '1990-03-07',
  '李娜',
  'A%_\\',
];

/** Whether a request may break the contract, and ids that exist. */
export type Wishes = { isWild: boolean; ids: readonly string[] };

/** Values of a JSON Schema: those it allows, and (now and then, where `isWild`) some that it does not. */
function valuesOf(schema: unknown, wishes: Wishes): Arbitrary<unknown> {
  if (!isObject(schema)) return fc.constant(null);
  const tame = tameValues(schema, wishes);
  return wishes.isWild
    ? fc.oneof({ weight: 9, arbitrary: tame }, { weight: 1, arbitrary: fc.constantFrom(...oddities) })
    : tame;
}

function tameValues(schema: JsonSchema, wishes: Wishes): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...schema['enum']);
  const choices = [schema['anyOf'] ?? schema['oneOf'] ?? []].flat();
  if (choices.length > 0) return fc.oneof(...choices.map((choice) => valuesOf(choice, wishes)));
  switch (schema['type']) {
    case 'object':
      return objectsOf(schema, wishes);
    case 'array':
      return fc.array(valuesOf(schema['items'], wishes), { minLength: numberOf(schema['minItems'], 0), maxLength: 3 });
    case 'string':
      return stringsOf(schema, wishes);
    case 'integer':
    case 'number':
      return fc.integer({
        min: numberOf(schema['minimum'], -1000),
        max: Math.min(numberOf(schema['maximum'], 1000), 2 ** 31 - 1),
      });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constantFrom(null, 1, 'text', {});
  }
}

function objectsOf(schema: JsonSchema, wishes: Wishes): Arbitrary<unknown> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const model = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, valuesOf(value, wishes)]));
  return fc.record(model, { requiredKeys: wishes.isWild ? [] : required.filter((key) => key in model) });
}

function stringsOf(schema: JsonSchema, { ids }: Wishes): Arbitrary<string> {
  if (schema['format'] === 'uuid') return fc.oneof(fc.uuid({ version: 4 }), fc.constantFrom(...ids));
  const longest = Math.min(numberOf(schema['maxLength'], 40), 40);
  const words = knownWords.filter((word) => word.length <= longest);
  const texts = fc.string({ unit: 'grapheme', maxLength: longest });
  return fc.oneof(texts, fc.constantFrom(...words));
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

/** Requests of a call: well-formed by the contract, or wild. */
export function requestsOf(name: EndpointName, wishes: Wishes): Arbitrary<Sent> {
  const part = (which: 'params' | 'query' | 'body') => {
    const schema = schemaOf(name, which);
    return schema ? valuesOf(schema, wishes) : fc.constant(undefined);
  };
  return fc
    .record({ params: part('params'), query: part('query'), body: part('body') })
    .map(({ params, query, body }) => ({
      ...(isObject(params) ? { params } : {}),
      ...(isObject(query) ? { query } : {}),
      ...(body === undefined ? {} : { body }),
    }));
}
