import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes as candidateRoutes } from '#people/candidates';
import { ask, givenSignedIn, openTestServer, type SignedIn, type TestServer, upload } from '#testing';
import { routes } from '../index.ts';
import { preflight } from './preflight.ts';
import { parserLimits, runParser } from './run-parser.ts';
import { adult, sheetOf } from '../sheet.testing.ts';
import { type MadeEntry, makeZip, workbook } from '#given/platform/zip';

let server: TestServer;
let parent: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  server = await openTestServer([...routes, ...candidateRoutes]);
  [parent, other] = [await givenSignedIn(server.url), await givenSignedIn(server.url)];
});
afterAll(() => server.close());

const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declared = (name: string) => `<Override PartName="/xl/${name}.xml" ContentType="${office}.${name}+xml"/></Types>`;
const related = (name: string) =>
  `<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}" Target="${name}.xml"/></Relationships>`;

/** A small file within every count of the preflight whose formats take the parser more memory than any list of candidates. */
function formatBomb(): Buffer {
  // Figures without a pattern: they do not shrink a hundredfold, which would be seen beforehand.
  let figure = 1;
  const next = () => (figure = (figure * 1_103_515_245 + 12_345) % 2_147_483_648) % 10;
  const xf = Array.from({ length: 1_000_000 }, () => `<xf numFmtId="${next()}"/>`).join('');
  const content = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs>${xf}</cellXfs></styleSheet>`;
  const named = (entry: MadeEntry): MadeEntry => {
    if (entry.name === '[Content_Types].xml')
      return { ...entry, content: String(entry.content).replace('</Types>', declared('styles')) };
    if (entry.name === 'xl/_rels/workbook.xml.rels')
      return { ...entry, content: String(entry.content).replace('</Relationships>', related('styles')) };
    return entry;
  };
  return makeZip(workbook('<row r="1"><c r="A1"><v>1</v></c></row>', [{ name: 'xl/styles.xml', content }]).map(named));
}

const bomb = formatBomb();

/** Asks for somebody else's list, again and again while the work goes on. @returns the answers that came before its end */
async function servedMeanwhile(work: Promise<unknown>): Promise<number[]> {
  const statuses: number[] = [];
  let isOver = false;
  const over = () => (isOver = true);
  work.then(over, over);
  for (;;) {
    const { status } = await ask(other, 'candidate.search', { body: { pageIndex: 1, pageSize: 10 } });
    if (isOver) return statuses;
    statuses.push(status);
  }
}

describe('a parser', () => {
  it.each([
    ['never ends', 'xlsx', { ...parserLimits, milliseconds: 500 }],
    ['collects buffers, which are no heap', 'xls', { ...parserLimits, residentMegabytes: 160 }],
  ] as const)('that %s is ended, and others are served meanwhile [T20]', async (_, kind, limits) => {
    const work = runParser(kind, Buffer.from('x'), 'endless-parser.testing.ts', limits);

    const statuses = await servedMeanwhile(work);

    expect(await work).toBeNull();
    expect(statuses.length).toBeGreaterThan(5);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('is ended where a small file makes it outgrow its memory: refused in words, others served meanwhile [T20 S-4]', async () => {
    expect((await preflight(bomb)).verdict).toBe('good');
    const work = Promise.all([upload(server.url, parent, bomb), upload(server.url, parent, bomb)]);

    const statuses = await servedMeanwhile(work);

    const answers = await work;
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(Array(2).fill([412, 'IMPORT_FORMAT']));
    expect(answers[0]?.body['userMessage']).toMatch(/\w{3}/);
    expect(statuses.length).toBeGreaterThan(5);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await upload(server.url, parent, await sheetOf([adult]))).status).toBe(200);
  });

  it('would read that file with memory without end, so the limit is what ended it', async () => {
    const generous = { ...parserLimits, milliseconds: 80_000, heapMegabytes: 2048, residentMegabytes: 2048 };

    expect(await runParser('xlsx', bomb, undefined, generous)).toContain('"rows":[[1]]');
  });
});
