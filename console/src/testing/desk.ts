import { type Permission, permissions, staffCalls, staffEndpoints, type StaffEndpointName } from '@exam/contract/staff';
import * as z from 'zod/mini';
import { exampleOf, type Variant } from './example.ts';

/** How the desk answers what a page reads. */
export type Answers = 'never' | 'refused' | Variant;

/** Something that was asked of the desk to be done. */
export type Sent = { name: StaffEndpointName; wrong: string | null };

const addresses = Object.entries(staffEndpoints).map(([name, address]) => {
  const [method = '', path = ''] = address.split(' ');
  return { name: name as StaffEndpointName, method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/** Whether a call changes nothing: it is got, or searched for, or who may only read may make it. */
export function isRead(name: StaffEndpointName): boolean {
  const address = staffEndpoints[name];
  const { permission } = staffCalls[name];
  return address.startsWith('GET ') || address.endsWith('/search') || permission?.endsWith(':read') === true;
}

/**
 * The staff calls of the contract without a server: each is answered by an example of its reply, and what is sent is held against its
 * shape. A call that is not of the contract is a fault of who makes it. What the frame reads for every page, who is here and how much
 * waits, is always answered and never counted.
 */
export class StubDesk {
  readonly sent: Sent[] = [];
  private readonly read: StaffEndpointName[] = [];
  answers: Answers = { choice: 0, rows: 2 };
  /** What the person at the desk may do. */
  rights: ReadonlySet<Permission> = new Set(permissions);
  /** What was asked for without the right to it, and so refused. */
  readonly overstepped: string[] = [];
  /** How many reads were not answered, or were refused. */
  unanswered = 0;

  /** Nothing was asked of it since it forgot. */
  get isUntouched(): boolean {
    return this.sent.length + this.read.length === 0;
  }

  forget(): void {
    this.sent.length = 0;
    this.read.length = 0;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), 'http://desk.example');
    const name = nameOf(init?.method ?? 'GET', pathname);
    if (name === 'staff.me') return this.me();
    const { permission } = staffCalls[name];
    if (permission !== null && !this.rights.has(permission)) {
      this.overstepped.push(`${name} needs ${permission}`);
      return refused(403);
    }
    if (name === 'today.counts') return replyTo(name, { choice: 0, rows: 2 });
    if (!isRead(name)) this.sent.push({ name, wrong: wrongOf(name, init?.body) });
    else {
      this.read.push(name);
      if (typeof this.answers === 'string') return await this.withhold(this.answers);
    }
    return replyTo(name, typeof this.answers === 'string' ? { choice: 0, rows: 1 } : this.answers);
  };

  private async withhold(how: 'never' | 'refused'): Promise<Response> {
    this.unanswered += 1;
    return how === 'never' ? await new Promise(() => undefined) : refused(412);
  }

  /** Who is at the desk. */
  private me(): Response {
    const me = exampleOf(staffCalls['staff.me'].reply, { choice: 0, rows: 1 });
    const own = { id: '0b6f0a52-6a2e-4c1a-9c55-999999999999', permissions: [...this.rights] };
    return Response.json({ ...(me as object), ...own });
  }
}

function nameOf(method: string, pathname: string): StaffEndpointName {
  const call = addresses.find((each) => each.method === method && each.path.test(pathname));
  if (!call) throw new Error(`${method} ${pathname} is no call of the desk`);
  return call.name;
}

function refused(status: number): Response {
  const body = { code: 'NOT_ALLOWED_NOW', userMessage: 'The desk says no.', requestId: 'r' };
  return Response.json(body, { status });
}

/** What the contract says against a body; null for nothing. */
function wrongOf(name: StaffEndpointName, body: RequestInit['body']): string | null {
  const { body: schema } = staffCalls[name] as { body?: z.ZodMiniType };
  if (!schema || body instanceof FormData) return null;
  const parsed = z.safeParse(schema, JSON.parse(typeof body === 'string' ? body : 'null'));
  return parsed.success ? null : parsed.error.message;
}

function replyTo(name: StaffEndpointName, variant: Variant): Response {
  const { reply, file } = staffCalls[name] as { reply: z.ZodMiniType | null; file?: string };
  if (file !== undefined) return new Response('a file', { headers: { 'content-type': file } });
  if (reply === null) return new Response(null, { status: 204 });
  return Response.json(exampleOf(reply, variant));
}
