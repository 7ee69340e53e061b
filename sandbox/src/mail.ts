import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { randomHex } from './chance.ts';
import type { Email } from 'postal-mime';
import type { SMTPServerDataStream } from 'smtp-server';
import type { Fault } from './faults.ts';
import type { Attachment } from './ledger.ts';
import type { World } from './world.ts';

const MAX_BYTES = 20 * 1024 * 1024;

/** A running mail server. */
export interface MailServer {
  port: number;
  close(): Promise<void>;
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function attachmentsOf(mail: Email): Attachment[] {
  return mail.attachments.map((file) => {
    const bytes =
      typeof file.content === 'string' ? Buffer.from(file.content) : Buffer.from(new Uint8Array(file.content));
    const name = file.filename ?? '';
    return { name, type: file.mimeType, size: bytes.byteLength, contentBase64: bytes.toString('base64') };
  });
}

/** As the inbox of a reader shows it. */
function senderOf({ from }: Email): string {
  const address = from?.address ?? '';
  return from?.name ? `${from.name} <${address}>` : address;
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  if (stream.sizeExceeded) throw smtpError(552, 'Message exceeds fixed maximum message size');
  return Buffer.concat(chunks);
}

function refusalOf(fault: Fault): Error | undefined {
  if (fault.mode === 'limit') return smtpError(452, '4.2.2 Too many messages');
  if (fault.mode === 'error') return smtpError(Number(fault.code) || 550, '5.1.1 Mailbox unavailable');
  return fault.mode === 'garbage' ? smtpError(599, '?') : undefined;
}

async function receive(world: World, stream: SMTPServerDataStream, recipients: readonly string[]): Promise<void> {
  const mail = await PostalMime.parse(await readAll(stream));
  const fault = await world.faults.meet('mail', recipients[0] ?? '');
  const refused = refusalOf(fault);
  if (refused) throw refused;
  const sender = senderOf(mail);
  const letter = { subject: mail.subject ?? null, text: mail.text ?? '', html: mail.html ?? null };
  const attachments = attachmentsOf(mail);
  for (const to of recipients) {
    const at = world.clock.stamp();
    world.ledger.addMessage({ id: randomHex(24), channel: 'mail', to, from: sender, ...letter, at, attachments });
  }
  if (fault.mode === 'lost') throw smtpError(421, '4.4.2 Connection lost');
}

/**
 * Starts the mail server: plain SMTP for the loopback, any or no password, every recipient accepted; each mail ends in
 * the inbox once per recipient.
 * @param place `port` 0 takes any free one
 * @throws the system's error when the port is taken
 */
export async function startMailServer(world: World, place: { host: string; port: number }): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_BYTES,
    closeTimeout: 500,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onConnect: (_session, callback) => {
      if (world.faults.all().mail.mode !== 'down') return callback();
      void world.faults.meet('mail', '');
      return callback(smtpError(421, '4.3.2 Service not available'));
    },
    onData: (stream, session, callback) => {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
      const answer = callbackify(receive);
      answer(world, stream, recipients, callback);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, resolve);
  });
  // A client that breaks off must not end the process.
  server.on('error', () => {});
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : place.port;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
