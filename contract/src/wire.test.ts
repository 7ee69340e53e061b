import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applicationStatusOf, wire } from './wire.ts';

const root = new URL('../../', import.meta.url);
const misspelt = [
  wire.paths.businessLicence.slice(1),
  wire.segments.verify,
  wire.applicationStatus.Submitted,
  wire.venueStatus.Inactive,
];
/** Files that may hold them: the one home, the specification's own tables, documents, and this search. */
const homes = /^(contract\/src\/wire(\.test)?\.ts|contract\/spec\/|docs\/|README\.md|ARCHITECTURE\.md)/;

describe('public names that are spelt wrong', () => {
  it('stand in wire.ts and nowhere else in hand-written source [R-01]', () => {
    // given every tracked source file
    const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql', '*.css', '*.html'], {
      cwd: root,
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
      .filter((file) => !homes.test(file));

    // when each is searched for the misspelt words as whole words
    const found = files.flatMap((file) => {
      const text = readFileSync(new URL(file, root), 'utf8');
      return misspelt.filter((word) => new RegExp(`\\b${word}\\b`).test(text)).map((word) => `${file}: ${word}`);
    });

    // then none is found
    expect(found).toEqual([]);
  });

  it('are read in either spelling and written in the specification’s [R-01]', () => {
    expect(applicationStatusOf(wire.applicationStatus.Submitted)).toBe('Submitted');
    expect(applicationStatusOf('Submitted')).toBe('Submitted');
    expect(applicationStatusOf('submitted')).toBeNull();
  });
});
