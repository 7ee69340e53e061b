import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { refuseForNow } from '#platform/errors';
import { compactPdf } from './compact-pdf.ts';
import { fontsFolder } from './glyphs.ts';

/** Documents typeset at once; each is held in memory as a whole. */
const RUNNING = 2;
/** Documents that may wait behind them; more are asked to come back. */
const WAITING = 200;

let compiler: Promise<NodeCompiler> | undefined;
let running = 0;
const waiting: (() => void)[] = [];
const templates = new Map<string, string>();

/**
 * Typesets a template with the letters' fonts: a PDF of A4, tagged as PDF/UA-1; the same inputs always give the same bytes.
 * @param template the path of a Typst file that needs no other
 * @throws Refusal BUSY (503) when too many documents are waiting.
 */
export async function typesetPdf(template: string, inputs: Readonly<Record<string, string>>): Promise<Buffer> {
  await takeTurn();
  try {
    compiler ??= newCompiler();
    const typesetter = await compiler;
    // Typesetting blocks the thread for some milliseconds: let the requests that have come meanwhile go first.
    await nextTurn();
    return typeset(typesetter, template, inputs);
  } finally {
    giveTurn();
  }
}

async function takeTurn(): Promise<void> {
  if (running < RUNNING) {
    running += 1;
    return;
  }
  if (waiting.length >= WAITING) refuseForNow('BUSY', 5);
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** A finished document's place goes straight to the first in line, so that nobody can slip in between. */
function giveTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

/** The native typesetter weighs 52 MB: it is loaded with the first document, not with the server. */
async function newCompiler(): Promise<NodeCompiler> {
  const typst = await import('@myriaddreamin/typst-ts-node-compiler');
  return typst.NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontPaths: [fontsFolder] }] });
}

function typeset(typesetter: NodeCompiler, template: string, inputs: Readonly<Record<string, string>>): Buffer {
  const compiled = typesetter.compile({ mainFileContent: contentOf(template), inputs: { ...inputs } });
  const document = compiled.result;
  if (document === null) throw new Error(`It cannot be typeset: ${JSON.stringify(diagnosticsOf(compiled))}`);
  const pdf = typesetter.pdf(document, { pdfStandard: 'ua-1' });
  typesetter.evictCache(10);
  return compactPdf(pdf);
}

function contentOf(template: string): string {
  const content = templates.get(template) ?? readFileSync(template, 'utf8');
  templates.set(template, content);
  return content;
}

function diagnosticsOf(compiled: ReturnType<NodeCompiler['compile']>): unknown {
  return compiled.takeError()?.shortDiagnostics;
}
