import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileKind } from '@exam/contract/entities';
import { refuseForNow } from '#platform/errors';
import { noteTake } from '#platform/limits';
import { inLine } from '#platform/line';
import type { Verdict } from './pdf.ts';

/** What one document may use, and how long a thread stays when nobody sends any. */
export const apartLimits = { milliseconds: 5_000, heapMegabytes: 256, idleMilliseconds: 60_000 };
const usual = { program: 'take-apart-main.ts', milliseconds: apartLimits.milliseconds };

/** Threads without a document, each with the timer that ends it. */
const free = new Map<Worker, NodeJS.Timeout>();

/**
 * Takes a document apart in a thread, which has one at a time, is started when none is free, kept for the next, and ended when idle.
 * It has no limit of time or memory but ours: who reaches one ends the thread, and the next document gets a new one.
 * @param owner whose documents wait for each other alone: who sends a dozen holds up nobody else.
 * @param how what a thread that is started now runs, and how long it may take; a test gives one that never answers.
 * @returns `unsafe` too for one that outgrew the limits. Its seconds are counted by owner, as `upload.seconds`.
 * @throws Refusal BUSY (503 with Retry-After) when too many wait, or no thread can be started.
 */
export function takeApart(
  owner: string,
  { kind, content }: { kind: FileKind; content: Buffer },
  how = usual,
): Promise<Verdict> {
  return inLine('filesOfOne', owner, () =>
    inLine('documents', '', () => askThread(owner, how, { kind, content: Uint8Array.from(content) })),
  );
}

/** Ends the threads that have no document. */
export async function endThreads(): Promise<void> {
  await Promise.all([...free.keys()].map(endThread));
}

async function endThread(thread: Worker): Promise<void> {
  leave(thread);
  await thread.terminate();
}

function leave(thread: Worker): void {
  clearTimeout(free.get(thread));
  free.delete(thread);
}

async function askThread(
  owner: string,
  { program, milliseconds }: typeof usual,
  message: { kind: FileKind; content: Uint8Array<ArrayBuffer> },
): Promise<Verdict> {
  const [known] = free.keys();
  const thread = known ?? (await startThread(program)) ?? refuseForNow('BUSY', 5);
  leave(thread);
  const begun = performance.now();
  const verdict = await answered(thread, milliseconds, message);
  // Most documents take none.
  const seconds = Math.floor((performance.now() - begun) / 1000);
  if (verdict === null) await endThread(thread);
  else free.set(thread, setTimeout(() => void endThread(thread), apartLimits.idleMilliseconds).unref());
  if (seconds > 0) await noteTake('upload.seconds', owner, seconds);
  return verdict ?? 'unsafe';
}

/** What the thread says, its start not counted; null when it came to an end or to the limit instead. */
async function answered(
  thread: Worker,
  milliseconds: number,
  message: { content: Uint8Array<ArrayBuffer> },
): Promise<Verdict | null> {
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
      leave(thread);
    });
  const started = await promise;
  thread.unref();
  return started;
}
