import { createSha256 } from './sha-256.ts';

/** The puzzle as the server sets it: find `number` so that SHA-256(salt + number) is `challenge` (R-18, S-8). */
export type Puzzle = { salt: string; challenge: string; maxNumber: number };

/** Work in one go. Long enough to get on, short enough that a key press is not felt to wait. */
const sliceMilliseconds = 12;

/**
 * Solves the puzzle in slices between which the page answers to the person. A worker would need a script address that the
 * page's trusted-types policy refuses.
 * @returns the number, or null when there is none up to `maxNumber`
 */
export async function solvePuzzle({ salt, challenge, maxNumber }: Puzzle): Promise<number | null> {
  const wanted = wordsOf(challenge);
  const sha256 = createSha256();
  const encoder = new TextEncoder();
  const message = new Uint8Array(encoder.encode(salt).length + String(maxNumber).length);
  const start = encoder.encodeInto(salt, message).written;
  let sliceEnds = performance.now() + sliceMilliseconds;
  for (let number = 0; number <= maxNumber; number += 1) {
    const { written } = encoder.encodeInto(String(number), message.subarray(start));
    if (isEqual(sha256(message.subarray(0, start + written)), wanted)) return number;
    if (number % 64 === 0 && performance.now() > sliceEnds) {
      await otherTasks();
      sliceEnds = performance.now() + sliceMilliseconds;
    }
  }
  return null;
}

function wordsOf(hex: string): number[] {
  return (hex.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 16));
}

function isEqual(digest: Uint32Array, wanted: readonly number[]): boolean {
  return wanted.length === digest.length && digest.every((word, at) => word === wanted[at]);
}

/** A message comes round as soon as the waiting tasks are done; a timer would wait a second in a tab at the back. */
function otherTasks(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
