import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import type { FileReply, RedirectReply } from '#platform/http/call';
import { encodeAnswer } from '#platform/http/encode';
import { answerPolicy } from '#platform/http/guard';
import { currentAge } from '#platform/http/request-context';
import type { Coding, EncodedReply } from '#platform/http/shared-answers';
import { logError } from '#platform/log';

/** How a call answers: by the contract's encoding, or as a file. */
type Answering = { reply: z.ZodMiniType | null; file?: string };

/** Sends what a handler gave: a redirect, a file, nothing (204), or JSON that the contract encodes, so that nothing leaves which it does not name. */
export async function sendAnswer(reply: FastifyReply, call: Answering, answer: unknown): Promise<FastifyReply> {
  if (isRedirect(answer)) return reply.code(303).header('location', answer.redirectTo).send();
  if (call.file !== undefined) return sendFile(reply, call.file, answer);
  if (call.reply === null || answer === null || answer === undefined) return reply.code(204).send();
  const age = currentAge();
  if (age !== null) reply.header('age', Math.ceil(age / 1000));
  reply.type('application/json; charset=utf-8');
  if (isEncoded(answer)) return await sendShared(reply, answer, age);
  return reply.send(JSON.stringify(encodeAnswer(call.reply, answer)));
}

/** Below this a compressed answer saves no packet. */
const shortest = 1024;

/** What everybody is told alike: a browser may keep it and ask whether it still holds, but for one from memory, whose age would stay. */
async function sendShared(reply: FastifyReply, shared: EncodedReply, age: number | null): Promise<FastifyReply> {
  const { method, headers } = reply.request;
  reply.header('vary', 'Accept-Encoding, Accept-Language');
  if (method === 'GET' && age === null) {
    reply.header('cache-control', 'private, no-cache').header('etag', shared.tag);
    if (headers['if-none-match'] === shared.tag) return reply.code(304).send();
  }
  const coding = shared.encoded.byteLength < shortest ? null : codingFor(String(headers['accept-encoding'] ?? ''));
  if (coding === null) return reply.send(shared.encoded);
  return reply.header('content-encoding', coding).send(await shared.compressed(coding));
}

/** The best way to compress that a browser names; null for none. */
export function codingFor(accepted: string): Coding | null {
  const wanted = accepted.split(',').filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part));
  const names = new Set(wanted.map((part) => part.split(';')[0]?.trim()));
  return (['br', 'gzip'] as const).find((coding) => names.has(coding)) ?? null;
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
  if (answer.tag !== undefined) {
    reply.header('cache-control', 'private, no-cache').header('etag', answer.tag);
    if (reply.request.headers['if-none-match'] === answer.tag) return reply.code(304).send();
  }
  if (answer.fileName !== undefined) {
    const plain = answer.fileName.replace(/[^\w.-]/g, '_');
    const kind = answer.isInline ? 'inline' : 'attachment';
    // What a stranger made is saved, not shown; were it shown all the same, it would have neither scripts nor our origin.
    if (!answer.isInline) reply.header('content-security-policy', `${answerPolicy}; sandbox`);
    reply.header(
      'content-disposition',
      `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(answer.fileName)}`,
    );
  }
  // Its head has gone by then: nobody else hears of it.
  if (answer.content instanceof Readable) answer.content.once('error', (error) => logError('file broke off', error));
  const type = answer.mediaType ?? mediaType;
  return reply.type(/^text\/[\w.-]+$/.test(type) ? `${type}; charset=utf-8` : type).send(answer.content);
}
