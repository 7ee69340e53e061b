import { createTransport, type Transporter } from 'nodemailer';
import { settings } from '#platform/settings';
import type { Mail } from './compose.ts';
import type { Attachment, Delivery } from './delivery.ts';

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
      from: server.from,
      to: { name: '', address: to },
      ...mail,
      messageId: `<${id}@${new URL(publicUrl).hostname}>`,
      attachments: attachments.map(({ fileName, mediaType, content }) => ({
        filename: fileName,
        contentType: mediaType,
        content,
      })),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { outcome: 'sent', providerId: null };
  } catch (error) {
    const code = responseCodeOf(error);
    return code >= 500 && code < 600
      ? { outcome: 'never', reason: `smtp ${code}` }
      : { outcome: 'later', reason: `smtp ${code}` };
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
