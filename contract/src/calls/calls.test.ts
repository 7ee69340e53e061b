import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addressOf, endpoints, type EndpointName } from '../endpoints.ts';
import { openApi } from '../openapi.ts';
import { calls, type Call } from './index.ts';

const specified = readFileSync(new URL('../../spec/calls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t').slice(1).join(' '));
const names = Object.keys(endpoints) as EndpointName[];
const byName = (a: string, b: string) => a.localeCompare(b);
const addressText = (name: EndpointName) => endpoints[name] as string;

describe('the contract', () => {
  it('holds every call of the specification exactly, and nothing else that is not marked as an extension', () => {
    // given the specification's table, when ours without the extensions is laid beside it
    const ours = names.filter((name) => !(calls[name] as Call).isExtension).map(addressText);

    // then both are the same 79 calls
    expect(ours.toSorted(byName)).toEqual(specified.toSorted(byName));
    expect(specified).toHaveLength(79);
  });

  it('gives every path parameter a schema, and no schema a parameter that the path lacks', () => {
    for (const name of names) {
      const inPath = [...addressOf(name).path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted(byName);
      const schema = (calls[name] as Call).params as { shape?: object } | undefined;
      expect(Object.keys(schema?.shape ?? {}).toSorted(byName), name).toEqual(inPath);
    }
  });

  it('describes every call in the OpenAPI document', () => {
    const paths = openApi()['paths'] as Record<string, Record<string, { operationId: string }>>;
    const described = Object.values(paths).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    expect(described.toSorted(byName)).toEqual(names.toSorted(byName));
  });

  it('bounds every string of every request body [T28 ASVS-1.3.3]', () => {
    const unbounded: string[] = [];
    const look = (schema: unknown, at: string): void => {
      if (schema === null || typeof schema !== 'object') return;
      const node = schema as Record<string, unknown>;
      const isOpenText = node['type'] === 'string' && !('enum' in node) && !('const' in node);
      if (isOpenText && !('maxLength' in node) && !('pattern' in node) && node['format'] !== 'binary')
        unbounded.push(at);
      for (const [key, value] of Object.entries(node)) look(value, `${at}.${key}`);
    };
    const paths = openApi()['paths'] as Record<string, Record<string, { operationId: string; requestBody?: unknown }>>;
    for (const path of Object.values(paths))
      for (const operation of Object.values(path)) look(operation.requestBody, operation.operationId);
    expect(unbounded).toEqual([]);
  });

  it('asks an account or a signature for every call that is not open to visitors', () => {
    const open = names.filter((name) => calls[name].who === 'visitor');
    expect(open.filter((name) => /^(application|order|draft|booking|formAttachment)\./.test(name))).toEqual([]);
    expect(names.filter((name) => calls[name].who === 'gateway')).toEqual([
      'payment.notify',
      'payment.returnByGet',
      'payment.returnByPost',
    ]);
  });
});
