import { parentPort } from 'node:worker_threads';
import type { FileKind } from '@exam/contract/entities';
import { verdictOfOffice } from './office.ts';
import { type Verdict, verdictOfPdf } from './pdf.ts';

/** The thread in which documents of strangers are taken apart, one after the other: a kind and bytes in, a verdict out. */

async function verdictOf(kind: FileKind, content: Buffer): Promise<Verdict> {
  try {
    if (kind === 'pdf') return (await asksForPassword(content)) ? 'password' : verdictOfPdf(content);
    if (kind === 'docx' || kind === 'xlsx') return await verdictOfOffice(content);
    // A third of a second to load, for files that few send.
    const { verdictOfCompound } = await import('./compound.ts');
    return verdictOfCompound(content);
  } catch {
    // The reason may quote the file; nobody gets to read it.
    return 'format';
  }
}

/** Whether nobody can open this PDF without a password; many have a lock that only keeps them from being changed. */
async function asksForPassword(content: Buffer): Promise<boolean> {
  if (!content.includes('/Encrypt')) return false;
  const { getDocumentProxy } = await import('unpdf');
  // It takes the bytes for itself.
  const opened = getDocumentProxy(Uint8Array.from(content), { verbosity: 0 });
  return await opened.then(
    async ({ loadingTask }) => (await loadingTask.destroy(), false),
    (error: unknown) => error instanceof Error && error.name === 'PasswordException',
  );
}

async function answer({ kind, content }: { kind: FileKind; content: Uint8Array }): Promise<void> {
  parentPort?.postMessage(await verdictOf(kind, Buffer.from(content.buffer, content.byteOffset, content.byteLength)));
}

// Whoever waits counts its time from here: how long a thread takes to start is no fault of the document.
parentPort?.postMessage('ready');
parentPort?.on('message', (message: { kind: FileKind; content: Uint8Array }) => void answer(message));
