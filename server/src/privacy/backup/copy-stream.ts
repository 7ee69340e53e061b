import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ClientBase, Connection } from 'pg';

/** What the driver's connection can do beyond what its types say. */
type CopyConnection = Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
  sendCopyFail: (reason: string) => void;
};

type Chunk = { chunk: Buffer };
type Complete = { text: string };

/**
 * The rows of a `COPY … TO STDOUT` as they come. The server waits while nobody reads, so that memory stays bounded whatever the size.
 * @returns the bytes, and how many rows they were once the bytes have ended.
 */
export function copyOut(client: ClientBase, statement: string): { bytes: Readable; rows: () => number } {
  let connection: Connection | null = null;
  let count = 0;
  const bytes = new Readable({ read: () => connection?.stream.resume() });
  client.query({
    submit: (opened: Connection) => {
      connection = opened;
      opened.query(statement);
    },
    handleCopyData: ({ chunk }: Chunk, from: Connection) => {
      // The driver uses the bytes of its buffer again: what waits to be read has to be a copy.
      if (!bytes.push(Buffer.from(chunk))) from.stream.pause();
    },
    handleCommandComplete: ({ text }: Complete) => {
      count = rowsOf(text);
    },
    handleReadyForQuery: () => bytes.push(null),
    handleError: (error: Error) => bytes.destroy(error),
  });
  return { bytes, rows: () => count };
}

/**
 * Feeds a `COPY … FROM STDIN`, no faster than the server takes it.
 * @returns how many rows went in.
 * @throws what the server refuses, or what reading the source threw: then nothing of it stays.
 */
export async function copyIn(client: ClientBase, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  let count = 0;
  let failure: Error | null = null;
  await new Promise<void>((resolve, reject) => {
    client.query({
      submit: (opened: Connection) => opened.query(statement),
      handleCopyInResponse: (to: CopyConnection) => {
        void feed(to, source).catch((error: unknown) => {
          failure = error instanceof Error ? error : new Error(String(error));
          to.sendCopyFail('the source broke off');
        });
      },
      handleCommandComplete: ({ text }: Complete) => {
        count = rowsOf(text);
      },
      handleReadyForQuery: () => resolve(),
      handleError: (error: Error) => reject(failure ?? error),
    });
  });
  return count;
}

async function feed(to: CopyConnection, source: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of source) {
    to.sendCopyFromChunk(chunk);
    if (to.stream.writableNeedDrain) await once(to.stream, 'drain');
  }
  to.endCopyFrom();
}

/** `COPY 12` -> 12. */
function rowsOf(tag: string): number {
  return Number(/^COPY (\d+)$/.exec(tag)?.[1] ?? 0);
}
