import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import { type Address, type Place, readAddress } from '#platform/database/address';
import { codeOf } from '#platform/database/errors';
import { logError, logWarning } from '#platform/log';

// Whatever an address leaves open the driver would take from the shell (PGPORT, PGSSLMODE, PGOPTIONS): there it is meant for another database.
for (const name of Object.keys(process.env)) if (/^PG[A-Z]/.test(name)) delete process.env[name];

/** What every connection of ours has: a line that goes dead without a word is noticed. */
const common = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, application_name: 'examport' } as const;

/** Milliseconds that each of several hosts has to say whether it can be written to. */
const seekMs = 1000;

/** No host that can be written to answers now. The code is PostgreSQL's own "cannot connect now". */
class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  readonly code = '57P03';
}

/** The host in use, for each address that names several. */
const primaries = new Map<string, Place>();

/** Asked before each connection is begun; what it gives is called when that has come to an end. @throws what callers hear when it is not worth trying now. */
export type Admit = (client: Client) => () => void;

const always: Admit = () => () => undefined;

/**
 * A connection that is not of a pool, not yet connected. It outlives the loss of its line: its next query fails.
 * @param url as DATABASE_URL, also with several hosts.
 */
export function createClient(url: string, config: ClientConfig = {}): Client {
  const address = addressOf(url);
  const Kind = kindFor(address, always);
  const client = new Kind({ ...common, ...config, connectionString: address.single });
  tellLossOf(client);
  return client;
}

/** The server's last words on a connection: it was told to end it, or waited too long for us. */
const farewell = /^(57P0[1-5]|25P0[34])$/;

/** Says once that a connection was lost. Its last words may answer a question: who asked it may have given the connection up, without a word, before the line is down. */
function tellLossOf(client: Client | PoolClient): void {
  let isTold = false;
  const tell = (error: Error): void => {
    if (!isTold) logError('database connection lost', error);
    isTold = true;
  };
  client.on('error', tell);
  client.connection.on('errorMessage', (error: Error) => farewell.test(codeOf(error)) && tell(error));
}

/** A pool of such connections; an idle one that breaks is replaced at its next use. */
export function createPool(url: string, config: PoolConfig, admit: Admit = always): Pool {
  const address = addressOf(url);
  const pool = new Pool({ ...common, ...config, connectionString: address.single, Client: kindFor(address, admit) });
  // Without a listener an idle connection that breaks would end the process. Each tells of itself, idle or in use: what was asked of it may be
  // asked again elsewhere, and nobody else would know.
  pool.on('error', () => undefined);
  pool.on('connect', tellLossOf);
  return pool;
}

/** At the next connection, looks again for the host that can be written to. @returns whether there are several to choose from. */
export function leaveHost(url: string): boolean {
  const { single, places } = addressOf(url);
  primaries.delete(single);
  return places.length > 1;
}

function addressOf(url: string): Address {
  const address = readAddress(url);
  if (!address) throw new Error('The address of the database cannot be read.');
  return address;
}

/** What the driver's pool is told by, without an error when all is well. */
type Tell = (error: Error | null, client?: Client) => void;

/** A client that asks before it connects, and of several hosts goes to the one that can be written to. */
function kindFor(address: Address, admit: Admit): typeof Client {
  return class AdmittedClient extends Client {
    override connect(): Promise<Client>;
    override connect(tell: Tell): void;
    override connect(tell?: Tell): Promise<Client> | void {
      if (tell) return void this.beginConnecting(tell);
      return new Promise((resolve, reject) =>
        this.connect((error) => {
          if (error) reject(error);
          else resolve(this);
        }),
      );
    }

    /** Tells in the very breath in which it has connected: a loss a moment later would find nobody who listens, and end the process. */
    private async beginConnecting(tell: Tell): Promise<void> {
      const settle = await this.prepare().catch((error: Error) => error);
      if (settle instanceof Error) return tell(settle);
      super.connect((error: Error | null) => {
        settle();
        if (error) primaries.delete(address.single);
        tell(error, this);
      });
    }

    private async prepare(): Promise<() => void> {
      const settle = admit(this);
      try {
        if (address.places.length > 1) Object.assign(this, await findPrimary(address));
        return settle;
      } catch (error) {
        settle();
        throw error;
      }
    }
  };
}

async function findPrimary(address: Address): Promise<Place> {
  const known = primaries.get(address.single);
  if (known) return known;
  for (const place of address.places) {
    if (!(await canBeWritten(address, place))) continue;
    primaries.set(address.single, place);
    logWarning('database host chosen', { port: place.port });
    return place;
  }
  throw new NoPrimaryError('No host of DATABASE_URL can be written to.');
}

async function canBeWritten({ single }: Address, { host, port }: Place): Promise<boolean> {
  const client = new Client({ connectionString: single, connectionTimeoutMillis: seekMs, query_timeout: seekMs });
  Object.assign(client, { host, port });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is: boolean }>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is`,
    );
    return rows[0]?.is ?? false;
  } catch {
    return false;
  } finally {
    client.end().catch(() => undefined);
  }
}
