import { hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { isAway, isConflict, isReadOnly, isStalePlan } from '#platform/database/errors';

/** How many statements a connection prepares, each of which is kept at both its ends; as many again after a change of a table (`generations`). */
const mostPrepared = 2000;

const prepared = new WeakMap<PoolClient, Set<string>>();

/** The name of a statement that this connection has prepared or may prepare; undefined for a long one, and once it has prepared its fill. */
function nameOn(client: PoolClient, text: string): string | undefined {
  if (text.length > 5000) return undefined;
  const own = prepared.get(client) ?? new Set();
  prepared.set(client, own);
  const name = hash('sha256', text, 'base64url').slice(0, 22);
  return own.has(name) || own.size < mostPrepared ? (own.add(name), name) : undefined;
}

/** What may be prepared: a query, whatever its parameters, and any other statement that has some; `begin` and the like gain nothing. */
const mayHaveName = (text: string, values: readonly unknown[]): boolean =>
  values.length > 0 || /^\s*select\b/i.test(text);

/** What the connection of an error was asked since it was taken, the last first. */
const asked = new WeakMap<Error, readonly string[]>();

/** Verbs and tables of those statements, in the words that a log line may carry. */
export function statementsBefore(error: unknown): string {
  const texts = error instanceof Error ? (asked.get(error) ?? []) : [];
  const words = texts.map((text) =>
    [...text.matchAll(/\b(insert into|update|delete from|from|join)\s+"?([a-z_]+)/gi)]
      .map(([, verb = '', table = '']) => `${verb.split(' ')[0]?.toLowerCase()}:${table}`)
      .join('.'),
  );
  return words.filter(Boolean).join('/').slice(0, 200);
}

/** How often a connection had to prepare its statements again. */
const generations = new WeakMap<PoolClient, number>();

/**
 * The same connection, but each query is a prepared statement named by its text; one that is dead, or may only be
 * read where it should be written to, leaves the pool.
 */
export function withNamedStatements(client: PoolClient): PoolClient {
  const texts: string[] = [];
  let isUseless = false;
  const query = async (text: string, values: unknown[] = []): Promise<unknown> => {
    texts.unshift(text);
    try {
      if (!mayHaveName(text, values)) return await client.query(text);
      const name = nameOn(client, text);
      const generation = generations.get(client);
      return await client.query({ name: name && generation ? `${name}.${generation}` : name, text, values });
    } catch (error) {
      if (isConflict(error) && error instanceof Error) asked.set(error, texts);
      if (isStalePlan(error)) generations.set(client, (generations.get(client) ?? 0) + 1);
      if (isReadOnly(error) || isAway(error)) isUseless = true;
      throw error;
    }
  };
  return new Proxy(client, {
    get(target, property) {
      if (property === 'query') return query;
      if (property === 'release') return (isBroken?: boolean) => target.release(isBroken === true || isUseless);
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
