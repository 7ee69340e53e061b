import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#platform/database';
import { takesOf } from '#platform/limits';
import { openTestPlatform } from '#testing/app';
import { docx, fateOf, xlsx } from './documents.testing.ts';
import { streamStarts } from './pdf-streams.ts';
import { apartLimits, endThreads, takeApart } from './take-apart.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(async () => {
  await endThreads();
  await close();
});

/** A PDF that repeats something up to a size. */
const repeating = (piece: string, before = '', bytes = 1024 * 1024) =>
  Buffer.from(`%PDF-1.7\n9 0 obj<<${before}${piece.repeat(Math.floor(bytes / piece.length))}\n%%EOF\n`);

/** Whether a thread was given up for the documents of somebody: that takes as many seconds of their day. */
const isGivenUp = (owner: string) =>
  reading(async (tx) => {
    const takes = await takesOf(tx, 'upload.seconds', [owner]);
    return (takes.get(owner) ?? 0) >= apartLimits.milliseconds / 1000;
  });

describe('a hostile document is read once from its begin to its end', () => {
  it('and refused as no document where it has no object: 51,000 remarks behind ends of dictionaries [T20]', async () => {
    const content = Buffer.from(`%PDF-1.7\n${'>>%'.repeat(51_000)}\n%%EOF\n`);

    expect(await fateOf('a.pdf', content)).toBe('FILE_FORMAT');
  });

  it.each([
    ['remarks behind ends of dictionaries', '>>%', ''],
    ['words of streams without an end of the line', '>>stream', ''],
    ['begins of addresses', '(http://\\', ''],
    ['begins of texts', '(\\', '/First 3>>\nstream\n'],
    ['digits', '0', '/OpenAction 1 0 R'],
    ['dictionaries within dictionaries', '<<', '/OpenAction<<'],
    ['objects of one number', '1 0 obj ', '/OpenAction 1 0 R'],
    ['objects that call each other', '1 0 obj 1 0 R ', '/OpenAction 1 0 R'],
    ['blanks', ' ', '/ObjStm/F 1/Filter'],
  ])('however many %s a PDF has [T20]', async (what, piece, before) => {
    const verdict = await takeApart(what, { kind: 'pdf', content: repeating(piece, before) });

    // Objects that lie over each other are read no more often than honest ones would be, and the document is refused.
    expect(verdict).toBe(piece.includes('obj') ? 'unsafe' : 'good');
    expect(await isGivenUp(what)).toBe(false);
  });

  it.each([
    ['remarks', '<!--', ''],
    ['instructions', '<?', ''],
    ['formulas', '<f ', ''],
    ['words of fields', '<w:instrText ', ''],
    ['pictures', '<v:fill ', ''],
    ['slashes in the name of a sheet', '/', "<f>'"],
    ['programs of a link', 'ms-', '<w:instrText>HYPERLINK '],
  ])('however many begins of %s an Office file has [T20]', async (what, piece, before) => {
    const body = `${before}${piece.repeat(Math.floor((900 * 1024) / piece.length))}`;

    await takeApart(what, { kind: 'docx', content: docx('', body) });
    await takeApart(what, { kind: 'xlsx', content: xlsx('', body) });
    expect(await isGivenUp(what)).toBe(false);
  });
});

describe('a stream of a PDF', () => {
  it('begins where a reader finds the word behind a dictionary, blanks and remarks [T19]', () => {
    const asReaders = />>(?:[\0\s]|%[^\r\n]*[\r\n])*stream[^\r\n]*(?:\r\n|\n|\r)/g;
    const pieces = fc.constantFrom('>>', '>', '%', '\n', '\r', '\r\n', ' ', '\0', 'stream', 'x');

    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (drawn) => {
        const text = drawn.join('');
        const expected = [...text.matchAll(asReaders)].map(({ 0: found, index }) => ({
          described: index + 2,
          content: index + found.length,
        }));
        expect(streamStarts(text)).toEqual(expected);
      }),
      { seed: 20261129, numRuns: 20_000 },
    );
  });
});
