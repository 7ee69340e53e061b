import { createTransport, type Transporter } from 'nodemailer';
import { settings } from '#platform/settings';
import type { Mail } from '../compose.ts';
import type { Attachment, Delivery } from './delivery.ts';

/** Refusals of the sender, not of a mail: a password that is wrong or over, and what has to be set up first. The operator can put them right. */
const curable: ReadonlySet<number> = new Set([530, 534, 535, 538]);

let transport: { url: string; transporter: Transporter } | null = null;

/**
 * Sends one mail by SMTP. A repeated try carries the same Message-ID, so that a mail program shows it once.
 * @param id the message's id.
 */
export async function sendMail(
  to: string,
  mail: Mail,
  { id, attachments }: { id: string; attachments: readonly Attachment[] },
): Promise<Delivery> {
  const { mail: server, publicUrl } = settings();
  if (!server) return { outcome: 'never', reason: 'notConfigured' };
  try {
    await transporterOf(server.url).sendMail({
      from: { name: 'Examport 考途', address: server.from },
      to: { name: '', address: to },
      ...mail,
      messageId: `<${id}@${new URL(publicUrl).hostname}>`,
      attachments: attachments.map(({ fileName, mediaType, content }) => ({
        filename: fileName,
        contentType: mediaType,
        content,
      })),
      // Nobody answers an answer that a machine gave (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { outcome: 'sent', providerId: null };
  } catch (error) {
    const code = responseCodeOf(error);
    const isNever = code >= 500 && code < 600 && !curable.has(code);
    return { outcome: isNever ? 'never' : 'later', reason: `smtp:${code}` };
  }
}

function transporterOf(url: string): Transporter {
  if (transport?.url !== url) {
    const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
    transport = { url, transporter: createTransport({ url, ...limits }) };
  }
  return transport.transporter;
}

/** The server's reply code; 0 when there was no reply. */
function responseCodeOf(error: unknown): number {
  const isReply = error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';
  return isReply ? Number(error.responseCode) : 0;
}
