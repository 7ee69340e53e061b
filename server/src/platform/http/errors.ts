import { fieldMessage, type Language, refusalMessage } from '@exam/contract/messages';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type RefusalFields } from '#platform/errors';
import { logError } from '#platform/log';

/**
 * The body of every answer that is not 200 or 204 (S-1, R-05). `fields`: path in the body -> sentence in the reader's language;
 * `fieldCodes`: the same paths -> refusal codes, for screens that have words of their own.
 */
export type Problem = {
  code: string;
  userMessage: string;
  fields?: Record<string, string>;
  fieldCodes?: RefusalFields;
  details?: object;
  requestId: string;
};

/**
 * The language of a sentence: the better liked of English and Chinese in Accept-Language; English when neither is named.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  let best: Language = 'en';
  let bestQuality = 0;
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const quality = Number(
      parameters
        .find((parameter) => parameter.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    const language = /^en(-|$)/.test(tag) ? 'en' : /^zh(-|$)/.test(tag) ? 'zh' : null;
    if (language && quality > bestQuality) [best, bestQuality] = [language, quality];
  }
  return best;
}

/** Answers with a refusal: status, Retry-After and the sentence in the reader's language. */
export function answerRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  const problem: Problem = {
    code: refusal.code,
    userMessage: refusalMessage(language, refusal.code, refusal.values),
    ...(refusal.fields ? { fields: sentencesOf(refusal.fields, language), fieldCodes: refusal.fields } : {}),
    ...(refusal.details ? { details: refusal.details } : {}),
    requestId: request.id,
  };
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem));
}

function sentencesOf(fields: RefusalFields, language: Language): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, code]) => [path, fieldMessage(language, code)]));
}

/** The one place that turns what was thrown into an answer. Unknown faults become a bland 500 and a log line. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error : refusalOfFramework(error, request);
  if (refusal) return answerRefusal(refusal, request, reply);
  logError('request failed', error, {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
  });
  return answerRefusal(new Refusal('INTERNAL'), request, reply);
}

/** Fastify's own refusals: body too large, unknown media type, unreadable body or address. */
function refusalOfFramework(error: unknown, { routeOptions }: FastifyRequest): Refusal | null {
  const status = isFrameworkError(error) ? error.statusCode : undefined;
  if (status === 413)
    return new Refusal('TOO_LARGE', { values: { kilobytes: Math.floor((routeOptions.bodyLimit ?? 0) / 1024) } });
  if (status === 415) return new Refusal('UNSUPPORTED_MEDIA_TYPE');
  if (status !== undefined && status >= 400 && status < 500) return new Refusal('MALFORMED');
  return null;
}

function isFrameworkError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}
