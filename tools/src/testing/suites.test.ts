import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstFiles, heavyFiles, longestFiles } from './suites.ts';

const root = join(import.meta.dirname, '../../..');

describe('the files that a run treats apart', () => {
  it('are there, each once', () => {
    const begun = [...firstFiles, ...longestFiles];

    expect([...heavyFiles, ...begun].filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect([heavyFiles, begun].map((files) => new Set(files).size)).toEqual([heavyFiles.length, begun.length]);
  });
});
