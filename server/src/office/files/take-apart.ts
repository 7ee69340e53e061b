import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileKind } from '@exam/contract/entities';
import { refuseForNow } from '#platform/errors';
import { inLine } from '#platform/line';
import type { Verdict } from './pdf.ts';

/** What one document may use, and how long the thread stays when nobody sends any. */
export const apartLimits = { milliseconds: 5_000, heapMegabytes: 256, idleMilliseconds: 60_000 };
const usual = { program: 'take-apart-main.ts', milliseconds: apartLimits.milliseconds };

let kept: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Takes a document apart, one at a time, in a thread of its own, which is started with the first one, kept for the next, and ended when idle.
 * It has no limit of time or memory but ours: who reaches one ends the thread, and the next document gets a new one.
 * @param owner whose documents wait for each other alone: who sends a dozen holds up nobody else.
 * @param how what a thread that is started now runs, and how long it may take; a test gives one that never answers.
 * @returns `unsafe` too for one that outgrew the limits.
 * @throws Refusal BUSY (503 with Retry-After) when too many wait, or no thread can be started.
 */
export function takeApart(
  owner: string,
  { kind, content }: { kind: FileKind; content: Buffer },
  how = usual,
): Promise<Verdict> {
  return inLine('documentsOfOne', owner, () =>
    inLine('documents', '', () => askThread(how, { kind, content: Uint8Array.from(content) })),
  );
}

/** Ends the thread, if there is one. */
export async function endThread(): Promise<void> {
  const thread = kept;
  kept = null;
  clearTimeout(idle);
  await thread?.terminate();
}

async function askThread(
  { program, milliseconds }: typeof usual,
  message: { kind: FileKind; content: Uint8Array<ArrayBuffer> },
): Promise<Verdict> {
  clearTimeout(idle);
  const verdict = await answered(program, milliseconds, message);
  if (verdict === null) await endThread();
  else idle = setTimeout(() => void endThread(), apartLimits.idleMilliseconds).unref();
  return verdict ?? 'unsafe';
}

/** What the thread says, its start not counted; null when it came to an end or to the limit instead. */
async function answered(
  program: string,
  milliseconds: number,
  message: { content: Uint8Array<ArrayBuffer> },
): Promise<Verdict | null> {
  const thread = kept ?? (await startThread(program)) ?? refuseForNow('BUSY', 5);
  kept = thread;
  const { promise, resolve } = Promise.withResolvers<Verdict | null>();
  const fail = () => resolve(null);
  const timer = setTimeout(fail, milliseconds);
  thread.once('message', resolve).once('exit', fail);
  thread.postMessage(message, [message.content.buffer]);
  const verdict = await promise;
  clearTimeout(timer);
  thread.off('message', resolve).off('exit', fail);
  return verdict;
}

/** It needs no setting of ours and gets none, and the process does not stay for it. Null when it cannot be started. */
async function startThread(program: string): Promise<Worker | null> {
  const thread = new Worker(join(import.meta.dirname, program), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: apartLimits.heapMegabytes, maxYoungGenerationSizeMb: 32 },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve } = Promise.withResolvers<Worker | null>();
  thread.once('message', () => resolve(thread));
  // One that ends between two documents is missed by the next.
  thread
    .on('error', () => undefined)
    .on('exit', () => {
      resolve(null);
      if (kept === thread) kept = null;
    });
  const started = await promise;
  thread.unref();
  return started;
}
