import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { logged } from '#platform/testing/logged';
import { codingFor, sendAnswer } from './reply.ts';

describe('a file that is made while it is sent', () => {
  it('breaks off where making it fails, and the log says that it did', async () => {
    async function* broken() {
      yield 'a,b';
      throw new TypeError('A row could not be written.');
    }
    const app = fastify();
    const call = { reply: null, file: 'text/csv' };
    app.get('/', async (_, reply) => await sendAnswer(reply, call, { content: Readable.from(broken()) }));

    await expect(app.inject('/')).rejects.toThrow();

    await expect.poll(logged).toMatch(/"name":"TypeError".*"msg":"file broke off"/);
  });
});

describe('the way to compress', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.8, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip;q=0', null],
    ['xbr, not-gzip', null],
    ['', null],
  ])('for a browser that accepts "%s" is %s', (accepted, coding) => {
    expect(codingFor(accepted)).toBe(coding);
  });
});
