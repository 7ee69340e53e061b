import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { messageProblems } from './commit-messages.ts';

const root = new URL('../../../', import.meta.url);
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Landed with a message that is wrong, by their hashes: main does not stay red for them. */
const landed: readonly string[] = [];

describe('messages of commits', () => {
  it('are a domain and a sentence of 72 characters, and say why: all since this test is here', async () => {
    const brought = git('log', '--diff-filter=A', '--format=%H', '--', 'tools/src/checks/commit-messages.test.ts');
    const first = brought.split('\n').at(-1);
    const hashes = first ? git('log', '--no-merges', '--format=%H', `${first}..HEAD`).split('\n').filter(Boolean) : [];
    const wrong: string[] = [];
    for (const hash of hashes.filter((each) => !landed.includes(each)))
      for (const problem of await messageProblems(git('log', '-1', '--format=%B', hash)))
        wrong.push(`${hash.slice(0, 10)} ${problem}`);

    expect(wrong).toEqual([]);
  });

  it.each([
    ['orders: refuse a third one\n\nBecause.', []],
    ['letters: Put the end beside a name\n\nOf somebody.', []],
    ['exam day: mark who came\n\nBecause.', []],
    ['orders: refuse a third one', ['body may not be empty']],
    ['refuse a third one\n\nBecause.', ['type may not be empty', 'subject may not be empty']],
    ['orders: refuse one; letters: print\n\nBecause.', ['type may not be empty', 'subject may not be empty']],
    [`orders: ${'a'.repeat(65)}\n\nBecause.`, ['header must not be longer than 72 characters, current length is 73']],
    ['orders: refuse a third one.\n\nBecause.', ['subject may not end with full stop']],
  ])('%j', async (message, problems) => {
    expect(await messageProblems(message)).toEqual(problems);
  });
});
