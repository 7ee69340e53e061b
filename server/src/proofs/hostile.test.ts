import type { EndpointName } from '@exam/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { sendAsIs } from '#testing/app';
import { ask, expectExactly } from '#testing';
import { addressesOf, allNames, callOf, type Ids, isLater, isObject, requestsWith } from './requests.testing.ts';
import { checksums, givenHousehold, type Household, openWorld, type World } from './world.testing.ts';

let world: World;
let home: Household;
let ids: Ids;
let headers: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
  const { candidateId, cart, pending, browser } = home;
  ids = {
    applicationId: cart.applicationId,
    candidateId,
    orderId: pending.orderId,
    otherId: randomId(),
    exam: cart.exam,
  };
  const { body } = await ask(browser, 'user.current');
  headers = {
    origin: world.url,
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrf-token': String(body['token']),
    'content-type': 'application/json',
  };
});
afterAll(() => world.close());

const unsafe = allNames.filter((name) => {
  const { who, bodyKind } = callOf(name);
  return (
    who !== 'gateway' &&
    bodyKind === undefined &&
    !isLater(name) &&
    callOf(name).body !== undefined &&
    !name.startsWith('user.signOut')
  );
});

async function sendBody(name: EndpointName, body: string | Buffer) {
  const [address] = addressesOf(name, requestsWith(ids)[name]);
  return await sendAsIs(world.url + (address?.url ?? ''), { method: address?.method ?? '', headers, body });
}

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

/** Bodies that no parser of ours may accept, whatever the call. */
const hostile: readonly [string, string | Buffer][] = [
  ['no JSON', '{'],
  ['two values', '{}{}'],
  ['a comma too many', '{"a":1,}'],
  ['single quotes', "{'a':1}"],
  ['a comment', '{} // x'],
  ['not a number', '{"a":NaN}'],
  ['a leading zero', '{"a":01}'],
  ['17 levels', `{"a":${deep(16)}}`],
  ['100,000 levels', deep(100_000)],
  ['501 entries', JSON.stringify({ a: Array.from({ length: 501 }, () => 0) })],
  ['501 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`k${index}`, 0])))],
  ['a key twice', '{"id":"a","id":"b"}'],
  ['a key twice, once escaped', '{"id":"a","\\u0069d":"b"}'],
  ['__proto__', '{"__proto__":{"admin":true}}'],
  ['__proto__ escaped', '{"\\u005f_proto__":{"admin":true}}'],
  ['constructor', '{"constructor":{"prototype":{"admin":true}}}'],
  ['prototype deep down', '{"a":{"b":[{"prototype":{"admin":true}}]}}'],
  ['NUL', '{"a":"\\u0000"}'],
  ['half a surrogate pair', '{"a":"\\ud800"}'],
  ['half a surrogate pair in a key', '{"\\udc00":1}'],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ['a raw control character', '{"a":"\u0001"}'],
];

describe('a hostile body', () => {
  it.each(hostile)(
    'with %s is malformed for every call, and changes nothing [T28 T29 ASVS-1.5.3 ASVS-1.5.2 ASVS-15.3.6]',
    async (_, body) => {
      const before = await checksums();

      for (const name of unsafe) {
        const answer = await sendBody(name, body);
        expect([answer.status, answer.body], name).toMatchObject([400, { code: 'MALFORMED' }]);
      }
      expectExactly(await checksums()).toEqual(before);
      expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
      expect(Reflect.get({}, 'admin')).toBeUndefined();
    },
  );

  it.each(['1', '"text"', '[]', 'true', '[{}]', '1e400', '-0', '9007199254740993'])(
    'that is only %s is refused by every call',
    async (body) => {
      for (const name of unsafe) {
        const answer = await sendBody(name, body);
        expect([400, 412], `${name} ${answer.text}`).toContain(answer.status);
      }
    },
  );

  it('larger than 256 KiB is too large [T28 S-1]', async () => {
    for (const name of unsafe) {
      const answer = await sendBody(name, `{"a":"${'x'.repeat(256 * 1024)}"}`);
      expect([answer.status, answer.body], name).toMatchObject([
        413,
        { code: 'TOO_LARGE', userMessage: 'What you sent is too large: it can be at most 256 KB.' },
      ]);
    }
  });
});

describe('a hostile address', () => {
  const parts = [
    '%00',
    'a%00b',
    '%',
    '%zz',
    '%C3%28',
    '%ED%A0%80',
    '..%2f..%2fetc',
    '%2e%2e',
    "'%20or%201=1--",
    '%F0%9F%98%80',
    'x'.repeat(300),
    '{id}',
    '__proto__',
    'constructor',
  ];

  it('is absent or malformed, never a fault [T28 T30]', async () => {
    for (const name of allNames.filter((each) => callOf(each).params)) {
      for (const part of parts) {
        const { params = {} } = requestsWith(ids)[name];
        const marked = Object.fromEntries(Object.keys(params).map((key) => [key, 'hostile-part']));
        for (const { method, url } of addressesOf(name, { params: marked })) {
          const target = world.url + url.replaceAll('hostile-part', part);
          const answer = await sendAsIs(target, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
          const where = `${method} ${url} ${part}: ${answer.text}`;
          expect(answer.status === 501 || answer.status < 500, where).toBe(true);
        }
      }
    }
  });

  it('with a query of another form is malformed or absent, never a fault [T28 ASVS-1.5.3 ASVS-15.3.5 ASVS-15.3.7]', async () => {
    for (const name of allNames.filter((each) => callOf(each).query && !isLater(each))) {
      const { query = {}, params = {} } = requestsWith(ids)[name];
      const [address] = addressesOf(name, { params });
      const { method = '', url = '' } = address ?? {};
      for (const [key, value] of Object.entries(query)) {
        const queries = [
          `${key}=%00`,
          `${key}=%ED%A0%80`,
          `${key}=${String(value)}&${key}=${String(value)}`,
          `${key}[a]=1`,
          `${key}=`,
          `${key}=${'x'.repeat(5000)}`,
        ];
        for (const hostileQuery of queries) {
          const target = `${world.url}${url}?${hostileQuery}`;
          const answer = await sendAsIs(target, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
          expect(answer.status, `${name} ${hostileQuery.slice(0, 60)} ${answer.text}`).toBeLessThan(500);
        }
      }
    }
  });
});

/** Every column of the database in the spelling of the wire, and what an attacker would try. */
async function serverOwnedKeys(): Promise<string[]> {
  const { rows } = await databasePool().query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const spelled = rows.flatMap(({ name }) => [
    name,
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ]);
  return [
    ...new Set([...spelled, 'isNocharge', 'discount', 'isAdmin', 'role', 'candidateAgeType', 'currency', 'tierCount']),
  ];
}

describe('a key that only the server may write', () => {
  it('is refused beside a good body of any call, at its top and in the objects within, and changes nothing [T9 ASVS-15.3.3 ASVS-8.2.3]', async () => {
    const keys = await serverOwnedKeys();
    const before = await checksums();
    expect(keys.length).toBeGreaterThan(200);

    for (const name of unsafe) {
      const { body } = requestsWith(ids)[name];
      if (!isObject(body)) continue;
      const known = new Set(Object.keys(shapeOf(name)));
      const strange = keys.filter((each) => !known.has(each));
      // The contract refuses each; over HTTP a few more for every call in turn.
      for (const key of strange)
        expect(callOf(name).body?.safeParse({ ...body, [key]: 1 }).success, `${name} with ${key}`).toBe(false);
      const start = unsafe.indexOf(name) * 8;
      for (const key of [...strange, ...strange].slice(start % strange.length).slice(0, 8)) {
        const answer = await sendBody(name, JSON.stringify({ ...body, [key]: 1 }));
        expect(answer.status, `${name} with ${key}: ${answer.text}`).toBe(400);
      }
      for (const [inner, value] of Object.entries(body)) {
        // What a browser says of a passkey may grow; the server reads the parts it knows and stores nothing else.
        if (inner === 'credential' || !isObject(value)) continue;
        const nested = { ...value, isPaid: true };
        expect((await sendBody(name, JSON.stringify({ ...body, [inner]: nested }))).status, `${name}.${inner}`).toBe(
          400,
        );
      }
    }
    expectExactly(await checksums()).toEqual(before);
  });
});

/** The keys that a call's body may have. */
function shapeOf(name: EndpointName): object {
  const body: unknown = callOf(name).body;
  const inner: unknown = isRecordLike(body) && 'innerType' in body.def ? body.def['innerType'] : body;
  const unwrapped: unknown = isRecordLike(inner) && 'innerType' in inner.def ? inner.def['innerType'] : inner;
  return isRecordLike(unwrapped) && isObject(unwrapped.def['shape']) ? unwrapped.def['shape'] : {};
}

function isRecordLike(value: unknown): value is { def: Record<string, unknown> } {
  return typeof value === 'object' && value !== null && 'def' in value && isObject(value.def);
}
