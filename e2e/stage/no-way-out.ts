/**
 * Loaded into the product's processes and their threads by `--require`: they reach nothing but this machine. A connection to elsewhere, a datagram or a
 * question to a name server is refused at once and noted, a line each, in the file of OUTWARD_CALLS.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const file = process.env['OUTWARD_CALLS'];

const isHere = (host: unknown) =>
  host === undefined ||
  host === null ||
  host === '' ||
  (typeof host === 'string' && /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(host));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Notes what was asked for and where in our code. @returns the error that its caller gets. */
function refused(how: string, host: unknown, port?: unknown): Error {
  const to = [host, port].filter((part) => typeof part === 'string' || typeof part === 'number').join(':');
  const error = Object.assign(new Error(`No way out: ${how} to ${to}`), { code: 'ECONNREFUSED' });
  const lines = (error.stack ?? '').split('\n').slice(1);
  const place = lines.find((line) => !/[( ]node:|no-way-out/.test(line)) ?? '';
  if (file !== undefined) appendFileSync(file, `${`${how} to ${to} ${place.trim()}`.trim()}\n`);
  return error;
}

/** What `connect` was asked for: a path, or a host and port; Node itself gives the two in a list. */
function wanted(given: readonly unknown[]): { path?: unknown; host?: unknown; port?: unknown } {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  if (isObject(first)) return first;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  return { port: first, host: typeof second === 'string' ? second : undefined };
}

// A copy of a method that is in its place; types of overloaded functions say nothing here.
const replace = (of: object, name: string, make: (original: Function) => Function) => {
  const original: unknown = Reflect.get(of, name);
  if (typeof original === 'function') Reflect.set(of, name, make(original));
};

replace(
  net.Socket.prototype,
  'connect',
  (connect) =>
    function (this: net.Socket, ...given: unknown[]): unknown {
      const { path, host, port } = wanted(given);
      if (typeof path === 'string' || isHere(host)) return Reflect.apply(connect, this, given);
      const error = refused('connection', host, port);
      // Whoever asked goes on with the socket first, as with one that cannot connect.
      process.nextTick(() => this.destroy(error));
      return this;
    },
);

for (const name of ['send', 'connect'])
  replace(
    dgram.Socket.prototype,
    name,
    (original) =>
      function (this: dgram.Socket, ...given: unknown[]): unknown {
        // Before the address come what is sent, its bounds and the port: the address is the only text after the first.
        const [, ...rest] = given;
        const host = rest.find((each) => typeof each === 'string');
        if (isHere(host)) return Reflect.apply(original, this, given);
        throw refused('datagram', host);
      },
  );

const isQuestion = (name: string) => /^(lookup|lookupService|resolve\w*|reverse)$/.test(name);

/** Refuses every question to one interface of the resolver that is not about this machine. */
function closeQuestions(of: object, isPromise: boolean): void {
  for (const name of Object.getOwnPropertyNames(of).filter(isQuestion))
    replace(
      of,
      name,
      (original) =>
        function (this: unknown, ...given: unknown[]): unknown {
          const [host] = given;
          // An address is no question, but for what asks by address.
          const isAddress = typeof host === 'string' && net.isIP(host) !== 0 && name === 'lookup';
          if (isHere(host) || isAddress) return Reflect.apply(original, this, given);
          const error = refused('question', host);
          const answer = given.at(-1);
          if (isPromise) return Promise.reject(error);
          if (typeof answer === 'function') process.nextTick(() => Reflect.apply(answer, null, [error]));
          return undefined;
        },
    );
}

closeQuestions(dns, false);
closeQuestions(dns.Resolver.prototype, false);
closeQuestions(dns.promises, true);
closeQuestions(dns.promises.Resolver.prototype, true);

// A process of ours that starts with a bare environment has no way out either.
replace(
  childProcess,
  'spawn',
  (spawn) =>
    function (this: unknown, command: unknown, given: unknown, options: unknown): unknown {
      const isBare = command === process.execPath && isObject(options) && isObject(options['env']);
      if (!isBare) return Reflect.apply(spawn, this, [command, given, options]);
      const { NODE_OPTIONS, OUTWARD_CALLS } = process.env;
      const env = { ...Object(options['env']), NODE_OPTIONS, OUTWARD_CALLS };
      return Reflect.apply(spawn, this, [command, given, { ...options, env }]);
    },
);

syncBuiltinESMExports();
