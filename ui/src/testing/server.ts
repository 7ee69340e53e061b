import * as z from 'zod/mini';
import { exampleOf, type Variant } from './example.ts';

/** How a stub answers what a page reads. */
export type Answers = 'never' | 'refused' | Variant;

type Call = { body?: z.ZodMiniType; reply: z.ZodMiniType | null; file?: string };

/** Calls by their names: where each is, of what shape, and which of them change nothing. */
export type Contract<Name extends string> = {
  endpoints: Readonly<Record<Name, string>>;
  calls: Readonly<Record<Name, unknown>>;
  isRead: (name: Name) => boolean;
};

/** What was sent of a call: its path with the search, its body as JSON (undefined for files), and the key that says of a second one that it is the same. */
export type Given = { address: string; body: unknown; key: string | null };

/** Something that was asked to be done, and what the contract says against it. */
type Sent<Name> = Given & { name: Name; wrong: string | null };

/**
 * The calls of a contract without a server: each is answered by an example of its reply, and what is sent is held against its shape.
 * A call that is not of the contract is a fault of who makes it.
 */
export class StubServer<Name extends string> {
  readonly sent: Sent<Name>[] = [];
  answers: Answers = { choice: 0, rows: 2 };
  /** How many reads were not answered, or were refused. */
  unanswered = 0;
  /** What was read of it, in this order. */
  readonly read: Name[] = [];
  private readonly contract: Contract<Name>;
  private readonly addresses: readonly { name: Name; method: string; path: RegExp; parts: number }[];

  constructor(contract: Contract<Name>) {
    this.contract = contract;
    this.addresses = (Object.keys(contract.endpoints) as Name[])
      .map((name) => {
        const [method = '', path = ''] = contract.endpoints[name].split(' ');
        const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
        return { name, method, path: pattern, parts: path.split('{').length };
      })
      // An address that is written out goes before one with a part that may be anything.
      .toSorted((a, b) => a.parts - b.parts);
  }

  /** Nothing was asked of it since it forgot. */
  get isUntouched(): boolean {
    return this.sent.length + this.read.length === 0;
  }

  forget(): void {
    this.sent.length = 0;
    this.read.length = 0;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(String(input instanceof Request ? input.url : input), 'http://stub.example');
    const name = this.nameOf(init?.method ?? 'GET', pathname);
    const key = new Headers(init?.headers).get('idempotency-key');
    return await this.answer(name, { address: pathname + search, body: bodyOf(init?.body), key });
  };

  protected async answer(name: Name, given: Given): Promise<Response> {
    if (!this.contract.isRead(name)) this.sent.push({ ...given, name, wrong: this.wrongOf(name, given.body) });
    else {
      this.read.push(name);
      if (typeof this.answers === 'string') return await this.withhold(this.answers);
    }
    return this.exampleFor(name, typeof this.answers === 'string' ? { choice: 0, rows: 1 } : this.answers, given.body);
  }

  /** What a call is answered with, whatever was sent. */
  protected exampleFor(name: Name, variant: Variant, _body: unknown): Response {
    const { reply, file } = this.callOf(name);
    if (file !== undefined) return new Response('a file', { headers: { 'content-type': file } });
    return reply === null ? new Response(null, { status: 204 }) : Response.json(exampleOf(reply, variant));
  }

  protected callOf(name: Name): Call {
    return this.contract.calls[name] as Call;
  }

  private async withhold(how: 'never' | 'refused'): Promise<Response> {
    this.unanswered += 1;
    return how === 'never' ? await new Promise(() => undefined) : refused(412);
  }

  private nameOf(method: string, pathname: string): Name {
    const call = this.addresses.find((each) => each.method === method && each.path.test(pathname));
    if (!call) throw new Error(`${method} ${pathname} is no call of the contract`);
    return call.name;
  }

  /** What the contract says against a body; null for nothing. */
  private wrongOf(name: Name, body: unknown): string | null {
    const { body: schema } = this.callOf(name);
    if (!schema || body === undefined) return null;
    const parsed = z.safeParse(schema, body);
    return parsed.success ? null : parsed.error.message;
  }
}

function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return undefined;
  return JSON.parse(typeof body === 'string' ? body : 'null');
}

/** A refusal with these fields, as the contract has it. */
export function refused(status: number, problem: Readonly<Record<string, unknown>> = {}): Response {
  const body = { code: 'NOT_ALLOWED_NOW', userMessage: 'The server says no.', requestId: 'r', ...problem };
  return Response.json(body, { status });
}
