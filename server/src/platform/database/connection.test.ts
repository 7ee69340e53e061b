import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#platform/database/connection';
import { closeLog, openLog } from '#platform/log';

/** One message of PostgreSQL's protocol: a letter, its length, what it says. */
function message(letter: string, ...words: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(words.map((word) => Buffer.from(word)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
}

const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', 'I')]);
const farewell = message('E', 'SFATAL\0', 'C57P01\0', 'Mterminating connection due to administrator command\0', '\0');

/** A server that stops: it ends each connection in the same breath as it begins it, or with its first question. */
const state = { isPatient: false };
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => {
    if (!state.isPatient) return socket.end(Buffer.concat([welcome, farewell]));
    socket.write(welcome);
    return socket.once('data', () => socket.end(farewell));
  });
});
const poolToServer = () => {
  const address = server.address();
  return createPool(`postgresql://examport@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/x`, {});
};
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

describe('a connection that ends as it begins', () => {
  it('fails for who wanted it, and for nobody else: the process goes on [F6]', async () => {
    const uncaught: Error[] = [];
    const note = (error: Error): void => void uncaught.push(error);
    process.on('uncaughtException', note);
    const pool = poolToServer();

    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '57P01' });
    await pool.end();

    process.off('uncaughtException', note);
    expect(uncaught).toEqual([]);
  });
});

describe('a connection that ends while it is asked', () => {
  it('tells of its loss once, also where whoever asked gives it up first and says nothing [F6]', async () => {
    state.isPatient = true;
    const path = join(mkdtempSync(join(tmpdir(), 'log-')), 'server.log');
    openLog('warn', path);
    const pool = poolToServer();

    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '57P01' });
    await pool.end();

    await closeLog();
    const told = readFileSync(path, 'utf8').split('\n');
    rmSync(dirname(path), { recursive: true });
    expect(told.filter((line) => line.includes('"database connection lost"'))).toHaveLength(1);
  });
});
