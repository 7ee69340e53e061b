import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { closeLog, logInfo, openLog } from '#platform/log';
import { logKeeping, turnOver } from './log-files.ts';

const room = mkdtempSync(join(tmpdir(), 'examport-log-files-'));
const path = join(room, 'server.log');
afterAll(() => {
  openLog('silent');
  rmSync(room, { recursive: true });
});
beforeEach(() => {
  for (const name of readdirSync(room)) rmSync(join(room, name));
});

const day = 86_400_000;
const now = Date.parse('2026-11-22T04:00:00.000Z');
const lineOf = (at: number, text: string) => `{"level":30,"time":"${new Date(at).toISOString()}","msg":"${text}"}\n`;
const files = () => Object.fromEntries(readdirSync(room).map((name) => [name, readFileSync(join(room, name), 'utf8')]));

describe('the file of the log', () => {
  it('is closed when it is full or a month old, not before; the oldest of five goes', () => {
    const keeping = { ...logKeeping, largest: 100 };
    const closed: boolean[] = [];
    const put = (at: number, text: string) => {
      writeFileSync(path, lineOf(at, text));
      closed.push(turnOver(path, now, keeping));
    };

    put(now - 30 * day, 'young');
    put(now - 30 * day - 1, 'old');
    for (const each of ['b', 'c', 'd', 'e', 'f']) put(now, each.repeat(100));

    expect(closed).toEqual([false, true, true, true, true, true, true]);
    expect(Object.entries(files()).map(([name, text]) => [name, text.includes('old') ? 'old' : text.at(-4)])).toEqual(
      ['f', 'e', 'd', 'c', 'b'].map((each, index) => [`server.log.${index + 1}`, each]),
    );
  });

  it('that was closed is kept for so long that none of its lines is older than twelve months', () => {
    for (const [name, age] of [
      ['server.log.1', 335 * day],
      ['server.log.2', 335 * day + 1000],
    ] as const) {
      writeFileSync(join(room, name), 'x');
      utimesSync(join(room, name), (now - age) / 1000, (now - age) / 1000);
    }

    turnOver(path, now);

    expect(Object.keys(files())).toEqual(['server.log.1']);
    expect(logKeeping.longest + logKeeping.keptFor).toBeLessThanOrEqual(365 * day);
  });

  it('that cannot be turned over is written on, and ends no process [F6]', async () => {
    openLog('info', path, { ...logKeeping, largest: 1, lookEvery: 20 });
    // What is in the way: the oldest is no file.
    mkdirSync(join(room, `server.log.${logKeeping.generations}`, 'full'), { recursive: true });

    logInfo('before');
    await expect.poll(() => readFileSync(path, 'utf8')).toContain('cannot be turned over');
    openLog('silent');
    rmSync(join(room, `server.log.${logKeeping.generations}`), { recursive: true });

    expect(readFileSync(path, 'utf8')).toContain('before');
  });

  it('is closed while the process runs too, and no line is lost', async () => {
    openLog('info', path, { ...logKeeping, largest: 2000, lookEvery: 20 });
    for (let count = 0; count < 40; count++) logInfo('before', { count });
    await closeLog();
    await expect.poll(() => existsSync(`${path}.1`)).toBe(true);

    for (let count = 40; count < 45; count++) logInfo('after', { count });
    const counts = async () => {
      await closeLog();
      const written = Object.values(files()).join('');
      return [...written.matchAll(/"count":(\d+)/g)].map(([, count]) => Number(count)).toSorted((a, b) => a - b);
    };
    await expect.poll(counts).toEqual(Array.from({ length: 45 }, (_, count) => count));
    expect(readFileSync(path, 'utf8')).toContain('after');
  });
});
