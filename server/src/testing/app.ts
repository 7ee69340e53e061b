import type { FastifyInstance } from 'fastify';
import { calls } from '@exam/contract/calls';
import { createClient } from '@exam/contract/client';
import { unknownInAudit } from '@exam/contract/staff';
import { createStaffClient } from '@exam/contract/staff/client';
import { staffRoutes as accessRoutes } from '#office/access';
import { buildApp, buildConsole, consoleView } from '../app.ts';
import type { Config } from '#platform/config';
import { databasePool, inTransaction } from '#platform/database';
import { createApp, type Identify, listen, mountAll, type Routes } from '#platform/http';
import { closeNetworkLog } from '#platform/network-log';
import { leave } from '#platform/process/leaving';
import { openSettings } from '#platform/settings';
import { type IdentifyStaff, mountStaff, type StaffRoutes } from '#platform/staff-http';
import { testConfig } from '#platform/testing/config';
import { openIndex } from '#platform/vault/open-index';
import { openTestDatabase, type TestDatabase } from '#platform/testing/database';
import { csrfTokenOf, openVault } from '#platform/vault';

export { crons, proposals, sweeps, tasks } from '../app.ts';

type Options = {
  /** Only these routes; without it, the whole server. */
  routes?: readonly Routes[];
  identify?: Identify;
  /** With these the console listens too; with the whole server it always does. */
  staffRoutes?: readonly StaffRoutes[];
  identifyStaff?: IdentifyStaff;
  /** Settings on top of those of the tests. */
  environment?: Readonly<Record<string, string>>;
  /** A database that is there; without it, a fresh one. It is dropped at the end. */
  database?: TestDatabase;
  /** Milliseconds for what is still being answered at the end. */
  patienceMs?: number;
};

export type Answer = { status: number; headers: Headers; text: string; body: unknown };

type Sending = { body?: unknown; headers?: Readonly<Record<string, string>> };

/** What a password costs is the subject of the vault's own tests. */
const cheapPasswords = { memory: 64, passes: 1 };

/** Ends servers as the product does: without `leave`, who was being answered keeps its connection for 72 s. @throws Error when a request did not come to its end. */
async function leaveAll(apps: readonly FastifyInstance[], patienceMs = 8000): Promise<void> {
  const unfinished = await Promise.all(apps.map((each) => leave(each, 0, patienceMs)));
  const count = unfinished.reduce((sum, each) => sum + each, 0);
  if (count > 0)
    throw new Error(
      `Requests that did not come to their end: ${count}. What they do later is done to the next file's database.`,
    );
}

/** Opens vault, settings and a database of this file's own, without HTTP. @returns closes them; for `afterAll`. */
export async function openTestPlatform(
  environment: Readonly<Record<string, string>> = {},
  database?: TestDatabase,
): Promise<() => Promise<void>> {
  const config = testConfig(environment);
  openSettings(config);
  openVault(config.secrets, cheapPasswords);
  const close = await openTestDatabase(database);
  await inTransaction(openIndex);
  return async () => {
    const unknown = await unknownInAuditRows();
    await close();
    if (unknown.length > 0)
      throw new Error(`The audit keeps what contract/src/staff/audit.ts does not name: ${unknown.join(', ')}`);
  };
}

/** Drafts of the catalogue keep its own fields, which its own pages show. What other acts of the file's tests wrote into the audit that no words are for; the console would have to show codes. */
async function unknownInAuditRows(): Promise<string[]> {
  const { rows } = await databasePool().query<{ kept: unknown }>(
    `select to_jsonb(array[before, after]) as kept from audit_entry
     where (before is not null or after is not null) and action not like 'catalogue.%'`,
  );
  // Kinds of proposals and tasks that a test made for itself.
  return [...new Set(rows.flatMap(({ kept }) => unknownInAudit(kept)))].filter(
    (each) => !/^(kind|task)=test\./.test(each),
  );
}

/** A server under test: its addresses, the calls it serves and those it answers 501, and `close`, for `afterAll`. */
export type TestApp = {
  url: string;
  /** The console's origin; '' where it does not listen. */
  consoleUrl: string;
  served: string[];
  later: string[];
  servedToStaff: string[];
  close: () => Promise<void>;
};

/** Starts the server over HTTP on free ports with a database of its own. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const closePlatform = await openTestPlatform(options.environment, options.database);
  const config = testConfig(options.environment);
  const { routes, identify = async () => null } = options;
  const { app, served, later } = routes ? bareApp({ routes, config, identify }) : buildApp(config, null);
  const console = consoleFor(options, config);
  const port = await listen(app, config);
  return {
    url: `http://127.0.0.1:${port}`,
    consoleUrl: console ? `http://127.0.0.1:${await listen(console.app, consoleView(config))}` : '',
    served,
    later,
    servedToStaff: console?.served ?? [],
    close: async () => {
      const apps = [app, ...(console ? [console.app] : [])];
      const left = await leaveAll(apps, options.patienceMs).catch((error: unknown) => error);
      await closeNetworkLog();
      await closePlatform();
      if (left !== undefined) throw left;
    },
  };
}

function consoleFor(options: Options, config: Config): ReturnType<typeof buildConsole> | null {
  const { staffRoutes: routes, identifyStaff: identify = async () => null } = options;
  if (!routes) return options.routes ? null : buildConsole(config, null);
  const view = consoleView(config);
  const app = createApp(view);
  // Any call that opens a child's record may ask for a reason.
  const all = [...new Set([...routes, ...accessRoutes])];
  return { app, served: mountStaff(app, { routes: all, config: view, identify }) };
}

function bareApp(domains: Parameters<typeof mountAll>[2]): ReturnType<typeof buildApp> {
  const app = createApp(domains.config);
  return { app, ...mountAll(app, calls, domains) };
}

/** A request with exactly these headers, no cookie or origin added: what a forged page or a broken program would send. */
export async function sendAsIs(
  url: string,
  request: { method: string; headers?: Readonly<Record<string, string>>; body?: string | Buffer },
): Promise<Answer> {
  return await answerOf(await fetch(url, { ...request, redirect: 'manual' }));
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const body: unknown = type.startsWith('application/json') && text !== '' ? JSON.parse(text) : null;
  return { status: response.status, headers: response.headers, text, body };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** One browser of a test: keeps its cookies, sends Origin, and the anti-forgery value once it is signed in (S-2). */
export function createBrowser(url: string, language: 'en' | 'zh' = 'en') {
  const cookies = new Map<string, string>();
  const state = { csrfToken: null as string | null };

  const headersOf = (given: ConstructorParameters<typeof Headers>[0]): Headers => {
    const headers = new Headers(given);
    if (!headers.has('origin')) headers.set('origin', url);
    if (!headers.has('accept-language')) headers.set('accept-language', language);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (state.csrfToken !== null && !headers.has('x-csrf-token')) headers.set('x-csrf-token', state.csrfToken);
    return headers;
  };
  const send: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, headers: headersOf(init?.headers), redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    /** Said by the sign-in's reply; null when signed out. */
    signedIn: (csrfToken: string | null) => {
      state.csrfToken = csrfToken;
    },
    /** Has the cookie of a session, and says its anti-forgery value. */
    enter: (cookie: 'portal-session' | 'console-session', token: string) => {
      cookies.set(cookie, token);
      state.csrfToken = csrfTokenOf(token);
    },
    /** The typed client of the contract; a refusal is thrown as `CallError`. */
    call: createClient({ baseUrl: url, language: () => language, csrfToken: () => state.csrfToken, fetch: send }),
    /** The same of the console. */
    staffCall: createStaffClient({
      baseUrl: url,
      language: () => language,
      csrfToken: () => state.csrfToken,
      fetch: send,
    }),
    /** A call on the wire, whatever it answers. */
    send: async (method: string, path: string, { body, headers = {} }: Sending = {}): Promise<Answer> => {
      const isJson = body !== undefined && typeof body !== 'string';
      const response = await send(url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : String(body) }),
      });
      const answer = await answerOf(response);
      // A session whose id has changed says its new value in the reply.
      if (isObject(answer.body) && typeof answer.body['token'] === 'string') state.csrfToken = answer.body['token'];
      return answer;
    },
  };
}
