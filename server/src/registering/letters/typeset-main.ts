import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { compactPdf } from './compact-pdf.ts';
import { fontsFolder } from './glyphs.ts';

/** The thread in which documents are typeset, one after the other: a template and its inputs in, a PDF or the reason out. */

/** What the thread is asked, and what it says. */
export type Wanted = { template: string; inputs: Readonly<Record<string, string>> };
export type Typeset = { pdf: Uint8Array } | { reason: string };

const typesetter = NodeCompiler.create({ workspace: import.meta.dirname, fontArgs: [{ fontPaths: [fontsFolder] }] });
const templates = new Map<string, string>();

function typeset({ template, inputs }: Wanted): Typeset {
  const compiled = typesetter.compile({ mainFileContent: contentOf(template), inputs: { ...inputs } });
  const document = compiled.result;
  if (document === null) return { reason: JSON.stringify(compiled.takeError()?.shortDiagnostics) };
  const pdf = typesetter.pdf(document, { pdfStandard: 'ua-1' });
  typesetter.evictCache(10);
  return { pdf: Uint8Array.from(compactPdf(pdf)) };
}

function contentOf(template: string): string {
  const content = templates.get(template) ?? readFileSync(template, 'utf8');
  templates.set(template, content);
  return content;
}

function answered(wanted: Wanted): Typeset {
  try {
    return typeset(wanted);
  } catch (error) {
    return { reason: String(error) };
  }
}

parentPort?.on('message', (wanted: Wanted) => parentPort?.postMessage(answered(wanted)));
