import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { inLine } from '#platform/line';
import type { Typeset, Wanted } from './typeset-main.ts';

let kept: Worker | null = null;

/**
 * Typesets a template with the letters' fonts: a PDF of A4, tagged as PDF/UA-1; the same inputs always give the same bytes. It is done in a
 * thread of its own, one document at a time, so that nobody else's answer waits for it; the thread is started with the first one, and kept.
 * @param template the path of a Typst file that needs no other
 * @param whose whose documents wait for each other alone: who asks for a dozen holds up nobody else.
 * @throws Refusal BUSY (503 with Retry-After) when too many documents are waiting; Error for a template or inputs that cannot be typeset.
 */
export async function typesetPdf(
  template: string,
  inputs: Readonly<Record<string, string>>,
  whose: string,
): Promise<Buffer> {
  const wanted = { template, inputs };
  const typeset = await inLine('lettersOfOne', whose, () => inLine('letters', '', () => answered(wanted)));
  if ('reason' in typeset) throw new Error(`It cannot be typeset: ${typeset.reason}`);
  return Buffer.from(typeset.pdf);
}

/** What the thread says; a reason when it ended instead, and then the next document gets a new one. */
async function answered(wanted: Wanted): Promise<Typeset> {
  const thread = kept ?? startThread();
  // The process does not stay for it, but for whoever waits for it.
  thread.ref();
  thread.postMessage(wanted);
  try {
    const ended = new AbortController();
    const { signal } = ended;
    const [answer] = await Promise.race([
      once(thread, 'message', { signal }),
      once(thread, 'exit', { signal }).then(() => [{ reason: 'the thread ended' }]),
    ]).finally(() => ended.abort());
    return answer;
  } catch (error) {
    return { reason: String(error) };
  } finally {
    thread.unref();
  }
}

/** It needs no setting of ours and gets none. One that ends by itself is followed by another. */
function startThread(): Worker {
  const thread = new Worker(join(import.meta.dirname, 'typeset-main.ts'), { env: {}, execArgv: [] });
  thread
    .on('error', () => undefined)
    .on('exit', () => {
      if (kept === thread) kept = null;
    });
  kept = thread;
  return thread;
}
