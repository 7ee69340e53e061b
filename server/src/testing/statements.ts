import { databasePool } from '#platform/database';

/** The texts of all statements that the database is sent while `work` runs, where it runs one after the other. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const client = await databasePool().connect();
  const query = client.query.bind(client);
  Object.assign(client, {
    query: (...sent: [string | { text: string }]) => {
      const [statement] = sent;
      texts.push(typeof statement === 'string' ? statement : statement.text);
      return Reflect.apply(query, client, sent);
    },
  });
  // The connection given back last is taken next.
  client.release();
  await work();
  Object.assign(client, { query });
  return texts;
}
