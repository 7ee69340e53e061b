import { createHash } from 'node:crypto';
import type { RefusalCode } from '@exam/contract/messages';
import { sql } from 'kysely';
import { inStatement, readingRows } from '#platform/database';
import { Refusal, refuse, type RefusalFields, type RefusalValues } from '#platform/errors';
import { blindIndex, seal, unseal } from '#platform/vault';

/** An answer as it was sent the first time. */
export type StoredAnswer = { status: number; answer: unknown };

type Request = {
  /** Whose key it is; for visitors `ownerOfVisit(visitId)`. */
  ownerId: string;
  key: string;
  endpoint: string;
  /** Path, query and body as checked; another hash under the same key is another request. */
  input: unknown;
};

type Row = { endpoint: string; request_hash: Buffer; status: number | null; answer: string | null };

type KeptRefusal = { code: RefusalCode; values: RefusalValues; fields?: RefusalFields; details?: object };

/** Visitors have no account; their keys belong to their browser. @returns a uuid made of the visit id's hash. */
export function ownerOfVisit(visitId: string): string {
  const hex = createHash('sha256').update(`visit ${visitId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Whether a header value can be a key: 8 to 128 visible ASCII characters. */
export function isIdempotencyKey(value: string): boolean {
  return /^[\x21-\x7e]{8,128}$/.test(value);
}

/**
 * Does the work once per key (S-5, C40): the first answer, refusal (412) included, is kept for 24 h and given again to the
 * same request. A fault or a "busy" is not kept: the key stays valid for the next try (C4).
 * @throws Refusal IDEMPOTENCY_CONFLICT (409) when the key came with another request, or its first request is still running.
 */
export async function onceByKey(request: Request, work: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const hash = blindIndex('idempotency_key', JSON.stringify([request.endpoint, request.input]));
  const earlier = await claim(request, hash);
  if (earlier) return replay(earlier);
  try {
    const answer = await work();
    await keep(request, answer);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.status === 412) {
      const { code, values, fields, details } = error;
      await keep(request, {
        status: 412,
        answer: { code, values, ...(fields ? { fields } : {}), ...(details ? { details } : {}) },
      });
    } else await release(request);
    throw error;
  }
}

/** A kept refusal is thrown again, so that it is worded in the language asked for now. */
function replay(kept: StoredAnswer): StoredAnswer {
  if (kept.status === 412 && isKeptRefusal(kept.answer)) throw new Refusal(kept.answer.code, kept.answer);
  return kept;
}

function isKeptRefusal(answer: unknown): answer is KeptRefusal {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'values' in answer;
}

/** Null when the key is ours now. A claim whose process died is free again after two minutes, longer than a request runs. */
async function claim({ ownerId, key, endpoint }: Request, hash: Buffer): Promise<StoredAnswer | null> {
  const claimed = await inStatement(sql`
    insert into idempotency_key as kept (account_id, key, endpoint, request_hash, created_at)
    values (${ownerId}, ${key}, ${endpoint}, ${hash}, app_now())
    on conflict (account_id, key) do update
    set endpoint = excluded.endpoint, request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, answer = null
    where kept.created_at < app_now() - interval '24 hours'
      or (kept.status is null and kept.request_hash = excluded.request_hash and kept.created_at < app_now() - interval '2 minutes')
    returning key`);
  if (claimed.length > 0) return null;
  const [row] = await readingRows(sql<Row>`
    select endpoint, request_hash, status, answer from idempotency_key where account_id = ${ownerId} and key = ${key}`);
  if (!row || row.status === null || row.endpoint !== endpoint || !row.request_hash.equals(hash))
    refuse('IDEMPOTENCY_CONFLICT');
  return { status: row.status, answer: opened({ ownerId, key }, row.answer) };
}

type Key = { ownerId: string; key: string };

/** Answers carry names and contacts: they are kept sealed, as text in the JSON column. */
function placeOf({ ownerId, key }: Key) {
  return { table: 'idempotency_key', row: `${ownerId} ${key}`, column: 'answer' };
}

function sealed(key: Key, answer: unknown): string {
  return JSON.stringify(seal(JSON.stringify(answer ?? null), placeOf(key)).toString('base64'));
}

function opened(key: Key, answer: string | null): unknown {
  return answer === null ? null : JSON.parse(unseal(Buffer.from(answer, 'base64'), placeOf(key)));
}

async function keep({ ownerId, key }: Request, { status, answer }: StoredAnswer): Promise<void> {
  await inStatement(sql`
    update idempotency_key set status = ${status}, answer = ${sealed({ ownerId, key }, answer)}::jsonb
    where account_id = ${ownerId} and key = ${key}`);
}

async function release({ ownerId, key }: Request): Promise<void> {
  await inStatement(sql`delete from idempotency_key where account_id = ${ownerId} and key = ${key} and status is null`);
}

/** Forgets keys older than 24 h; run by a cron. */
export async function forgetOldKeys(): Promise<void> {
  await inStatement(sql`delete from idempotency_key where created_at < app_now() - interval '24 hours'`);
}
