import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { background, besideTheQueue } from '#platform/worker/background';
import { crons, tasks } from './app.ts';

const source = import.meta.dirname;

/** Loops of a program of its own, which ends with what it was started for. */
const elsewhere = ['memory-guard.ts'];

describe('the list of what runs in the background', () => {
  it('names every task and every cron, and nothing else [C39 F6]', () => {
    expect(Object.keys(background).toSorted()).toEqual(Object.keys(tasks).toSorted());
    expect(crons.map(({ task }) => task).filter((task) => !(task in background))).toEqual([]);
  });

  it('names every file that goes on by itself beside the queue [F6]', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!test|testing)\.ts$/.test(file),
    );
    const looping = files.filter((file) =>
      /setInterval\(|setTimeout\(on/.test(readFileSync(join(source, file), 'utf8')),
    );

    const listed = [...besideTheQueue.map(({ file }) => file), ...elsewhere];
    expect(looping.filter((file) => !listed.some((known) => file.endsWith(known)))).toEqual([]);
    expect(listed.filter((known) => !files.some((file) => file.endsWith(known)))).toEqual([]);
  });
});
