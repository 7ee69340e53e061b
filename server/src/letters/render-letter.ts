import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { refuseForNow } from '#platform/errors';
import { compactPdf } from './compact-pdf.ts';
import { fontsFolder, missingGlyphs, withMarksForMissing } from './glyphs.ts';
import { letterView, type LetterData, type LetterLanguage } from './letter-view.ts';

/** Letters typeset at once; each holds the whole document in memory. */
const RUNNING = 2;
/** Letters that may wait behind them; more are asked to come back. */
const WAITING = 200;

/** What to do about a character no font of ours has: stop (tests, staff previews), or print the geta mark in its place. */
export type MissingGlyphs = 'refuse' | 'mark';

let compiler: Promise<NodeCompiler> | undefined;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * The confirmation letter as a PDF: A4, tagged as PDF/UA-1, no links, no scripts; the same data always gives the same bytes.
 *
 * Takes the letter's data and language, and what to do about characters the fonts lack. Throws an Error that names them with
 * `'refuse'`; refuses 503 BUSY when too many letters are waiting.
 */
export async function renderLetter(
  data: LetterData,
  language: LetterLanguage,
  missing: MissingGlyphs = 'refuse',
): Promise<Buffer> {
  const json = JSON.stringify(letterView(data, language), drawable(missing));
  await takeTurn();
  try {
    compiler ??= newCompiler();
    const typesetter = await compiler;
    // Typesetting blocks the thread for some milliseconds: let the requests that have come meanwhile go first.
    await nextTurn();
    return typeset(typesetter, json);
  } finally {
    giveTurn();
  }
}

/** A JSON replacer that lets only characters through that can be drawn. The QR code's alternative text is not drawn. */
function drawable(missing: MissingGlyphs) {
  return (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (missing === 'mark') return withMarksForMissing(value);
    const lacking = missingGlyphs(value);
    if (lacking.length > 0) throw new Error(`The letter's fonts cannot draw ${lacking.join(' ')} in "${value}".`);
    return value;
  };
}

async function takeTurn(): Promise<void> {
  if (running < RUNNING) {
    running += 1;
    return;
  }
  if (waiting.length >= WAITING) refuseForNow('BUSY', 5);
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** A finished letter's place goes straight to the first in line, so that nobody can slip in between. */
function giveTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

/** The native typesetter weighs 52 MB: it is loaded with the first letter, not with the server. */
async function newCompiler(): Promise<NodeCompiler> {
  const typst = await import('@myriaddreamin/typst-ts-node-compiler');
  return typst.NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontPaths: [fontsFolder] }] });
}

function typeset(typesetter: NodeCompiler, json: string): Buffer {
  const compiled = typesetter.compile({
    mainFilePath: join(import.meta.dirname, 'letter-template.typ'),
    inputs: { letter: json },
  });
  const letter = compiled.result;
  if (letter === null) throw new Error(`The letter cannot be typeset: ${JSON.stringify(diagnosticsOf(compiled))}`);
  const pdf = typesetter.pdf(letter, { pdfStandard: 'ua-1' });
  typesetter.evictCache(10);
  return compactPdf(pdf);
}

function diagnosticsOf(compiled: ReturnType<NodeCompiler['compile']>): unknown {
  return compiled.takeError()?.shortDiagnostics;
}
