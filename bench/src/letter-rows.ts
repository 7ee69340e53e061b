import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { byteBudgets, goals } from './budgets.ts';
import { type Product, root } from './product.ts';
import { median, spreadOf } from './statistics.ts';
import { byteRow, notMeasured, type Row } from './table.ts';
import type { Visitor } from './visitor.ts';

const run = promisify(execFile);
const letters = 30;
const languages = ['en', 'zh'] as const;

/** The demo account's letters as PDF: bytes in both languages, and time over HTTP against the compiler alone. */
export async function letterRows(product: Product, visitor: Visitor): Promise<Row[]> {
  const ids = await idsWithLetter(product, visitor);
  if (ids.length === 0) return [notMeasured('letter PDF', '< 60 KB', 'the demo account has no letter today')];
  const rows: Row[] = [];
  for (const language of languages) {
    const sizes = await Promise.all(
      ids.map(async (id) => (await letterOf(product, visitor, { id, language })).byteLength),
    );
    rows.push(byteRow(`letter PDF, ${language}`, Math.max(...sizes), byteBudgets.letter, `largest of ${ids.length}`));
  }
  return [...rows, await timeRow(product, visitor, ids)];
}

async function idsWithLetter(product: Product, visitor: Visitor): Promise<string[]> {
  const { list } = await visitor.call('application.search', { body: { pageSize: 100 } });
  const found: string[] = [];
  for (const { applicationId: id } of list)
    if (await letterOf(product, visitor, { id, language: 'en' }).catch(() => null)) found.push(id);
  return found;
}

async function letterOf(
  { url }: Product,
  { headers }: Visitor,
  { id, language }: { id: string; language: string },
): Promise<ArrayBuffer> {
  const response = await fetch(`${url}/api/application/${id}/confirmation-letter/pdf`, {
    headers: { ...headers, 'accept-language': language },
  });
  if (response.status !== 200) throw new Error(`A letter was refused with ${response.status}.`);
  return await response.arrayBuffer();
}

/** One letter after the other; neighbours differ (another application or language), as the anchor's do. */
async function timeRow(product: Product, visitor: Visitor, ids: readonly string[]): Promise<Row> {
  const goal = 'letter over HTTP, one at a time: time';
  const plan = ids.flatMap((id) => languages.map((language) => ({ id, language })));
  const ours: number[] = [];
  for (let index = 0; index < letters + plan.length; index++) {
    const which = plan[index % plan.length];
    if (!which) break;
    const begun = performance.now();
    await letterOf(product, visitor, which);
    if (index >= plan.length) ours.push(performance.now() - begun);
  }
  const folder = join(root, 'server/src/registering/letters');
  const alone = await run(process.execPath, [join(import.meta.dirname, 'letter-alone.ts'), folder, String(letters)]);
  const theirs: number[] = JSON.parse(alone.stdout);
  const ratio = median(ours) / median(theirs);
  return {
    goal,
    target: `<= ${goals.letterRatio}x`,
    measured: `${ratio.toFixed(2)}x`,
    spread: `${spreadOf(ours)}, ${spreadOf(theirs)}`,
    anchor: 'the Typst compiler alone on the same template',
    verdict: ratio <= goals.letterRatio ? 'ok' : 'over',
  };
}
