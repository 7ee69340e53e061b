import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf, readDirectory } from '#platform/zip';
import { ask, givenSignedIn, openTestServer, type TestServer, upload, rounds } from '#testing';
import { routes } from './index.ts';
import { type Harm, harmed, harms } from './harm.testing.ts';
import { adult, child, sheetOf } from './sheet.testing.ts';
import { makeZip, type MadeEntry } from '#given/platform/zip';

const legacyFile = readFileSync(join(import.meta.dirname, 'fixtures/thirty-candidates.xls'));
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer(routes);
});
afterAll(() => server.close());

/** A workbook taken apart, one of its parts harmed, and put together again with true sums: only the parser can notice. */
async function harmedWithin(file: Buffer, changes: readonly Harm[], which: number): Promise<Buffer> {
  const entries = readDirectory(file, 64) ?? [];
  const made: MadeEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    const content = (await contentOf(file, entry)) ?? Buffer.alloc(0);
    made.push({
      name: entry.name,
      content: index === which % entries.length ? harmed(Buffer.from(content), changes) : content,
    });
  }
  return makeZip(made);
}

describe('a spreadsheet that was right before it was harmed', () => {
  it('is shown or refused in words at every upload, never a fault, and the server goes on [T20 T28 R-38]', async () => {
    // given
    const small: ArrayBuffer = write(
      { SheetNames: ['s'], Sheets: { s: utils.aoa_to_sheet([['Surname (pinyin)'], ['WANG']]) } },
      { type: 'array', bookType: 'biff8' },
    );
    const modern = await sheetOf([adult, child]);
    const files = { legacy: legacyFile, small: Buffer.from(small), modern };
    const asked = fc.constantFrom('legacy', 'small', 'modern', 'within', 'within');
    const seen = new Map<number, number>();

    // when, then
    await fc.assert(
      fc.asyncProperty(asked, harms, fc.nat({ max: 63 }), async (which, changes, part) => {
        const parent = await givenSignedIn(server.url);
        const file =
          which === 'within' ? await harmedWithin(modern, changes, part) : harmed(Buffer.from(files[which]), changes);
        const { status, body } = await upload(server.url, parent, file);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        expect([200, 412]).toContain(status);
        if (status === 412) expect(body['userMessage']).toMatch(/^[A-Z].{10,}/);
        else expect(Array.isArray(body['rows'])).toBe(true);
        expect((await ask(parent, 'user.isEmailBound')).status).toBe(200);
      }),
      { numRuns: rounds(16, 80) },
    );
    expect([seen.has(200), seen.has(412), seen.size]).toEqual([true, true, 2]);
  });
});
