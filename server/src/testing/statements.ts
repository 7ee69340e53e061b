import type { PoolClient } from 'pg';
import { databasePool } from '#platform/database';
import type { Lane } from '#platform/http/request-context';

/** Calls are logged beside them, by a clock of its own. */
const isLog = /^\s*insert into network_log/;

/**
 * The texts of all statements that one lane sends the database while `work` runs, on whichever of its connections are taken meanwhile; but for the
 * network log.
 */
export async function statementsOf(work: () => Promise<unknown>, lane: Lane = 'people'): Promise<string[]> {
  const texts: string[] = [];
  const heard = new Set<PoolClient>();
  const hear = (client: PoolClient) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client);
    Object.assign(client, {
      query: (...sent: [string | { text: string }]) => {
        const [statement] = sent;
        texts.push(typeof statement === 'string' ? statement : statement.text);
        return Reflect.apply(query, client, sent);
      },
    });
  };
  const pool = databasePool(lane);
  pool.on('acquire', hear);
  await work();
  pool.off('acquire', hear);
  for (const client of heard) Reflect.deleteProperty(client, 'query');
  return texts.filter((text) => !isLog.test(text));
}
