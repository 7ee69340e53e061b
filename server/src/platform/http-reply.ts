import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { FileReply, RedirectReply } from '#platform/http-call';
import type { EncodedReply } from '#platform/shared-answers';

/** How a call answers: by the contract's encoding, or as a file. */
type Answering = { reply: z.ZodMiniType | null; file?: string };

/** Sends what a handler gave: a redirect, a file, nothing (204), or JSON that the contract encodes, so that nothing leaves which it does not name. */
export function sendAnswer(reply: FastifyReply, call: Answering, answer: unknown): FastifyReply {
  if (isRedirect(answer)) return reply.code(303).header('location', answer.redirectTo).send();
  if (call.file !== undefined) return sendFile(reply, call.file, answer);
  if (call.reply === null || answer === null || answer === undefined) return reply.code(204).send();
  reply.type('application/json; charset=utf-8');
  return reply.send(isEncoded(answer) ? answer.encoded : JSON.stringify(z.encode(call.reply, answer)));
}

function isEncoded(answer: unknown): answer is EncodedReply {
  return typeof answer === 'object' && answer !== null && 'encoded' in answer && Buffer.isBuffer(answer.encoded);
}

function isRedirect(answer: unknown): answer is RedirectReply {
  return typeof answer === 'object' && answer !== null && 'redirectTo' in answer;
}

function isFile(answer: unknown): answer is FileReply {
  return typeof answer === 'object' && answer !== null && 'content' in answer;
}

function sendFile(reply: FastifyReply, mediaType: string, answer: unknown): FastifyReply {
  if (!isFile(answer)) throw new TypeError('a call that answers a file gave none');
  if (answer.status !== undefined) void reply.code(answer.status);
  if (answer.fileName !== undefined) {
    const plain = answer.fileName.replace(/[^\w.-]/g, '_');
    const kind = answer.isInline ? 'inline' : 'attachment';
    reply.header(
      'content-disposition',
      `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(answer.fileName)}`,
    );
  }
  const type = answer.mediaType ?? mediaType;
  return reply.type(/^text\/[\w.-]+$/.test(type) ? `${type}; charset=utf-8` : type).send(answer.content);
}
