import { connect } from 'node:net';
import { once } from 'node:events';
import { refuse, refuseForNow } from '#platform/errors';
import { settings } from '#platform/settings';

/** The file that every scanner knows, so that the way of a refusal can be tried where no scanner runs. */
const trialMark = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE';
const timeoutMilliseconds = 20_000;

/**
 * Has a file looked at before it is kept: by clamd where it is configured, else only for the scanners' trial file.
 * @throws Refusal FILE_UNSAFE; BUSY (503) when the scanner does not answer: nothing unscanned is kept.
 */
export async function scanFile(content: Buffer): Promise<void> {
  const { clamdUrl } = settings().files;
  if (content.includes(trialMark)) refuse('FILE_UNSAFE');
  if (clamdUrl === null) return;
  const answer = await askClamd(new URL(clamdUrl), content).catch(() => refuseForNow('BUSY', 30));
  if (answer.includes('FOUND')) refuse('FILE_UNSAFE');
  if (!answer.includes('OK')) refuseForNow('BUSY', 30);
}

/** clamd's INSTREAM: chunks with their length before them, a length of nought at the end. */
async function askClamd({ hostname, port }: URL, content: Buffer): Promise<string> {
  const socket = connect({ host: hostname, port: Number(port || 3310), timeout: timeoutMilliseconds });
  socket.on('timeout', () => socket.destroy(new Error('the scanner does not answer')));
  await once(socket, 'connect');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  socket.write(Buffer.concat([Buffer.from('zINSTREAM\0'), length, content, Buffer.alloc(4)]));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
