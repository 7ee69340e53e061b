import { createHash } from 'node:crypto';
import type { RefusalCode } from '@exam/contract/messages';
import { type RawBuilder, sql } from 'kysely';
import { currentAct, type KeptAnswer, type KeyedRequest } from '#platform/act';
import { conflict, inOneAct, inStatement, readingRows, type Tx } from '#platform/database';
import { Refusal, refuse, type RefusalFields, type RefusalValues } from '#platform/errors';
import { blindIndex, seal, unseal } from '#platform/vault';

/** An answer as it was sent the first time. */
export type StoredAnswer = { status: number; answer: unknown };

type Row = { endpoint: string; request_hash: Buffer; status: number; answer: string | null };

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

/** Requests of this process by key, until they are over. */
const running = new Map<string, Promise<unknown>>();

/**
 * Does the work once per key (S-5, C40): what it writes and its answer, or its refusal (412), are one transaction, so a process that dies
 * has done both or neither. The answer is kept for 24 h and given again to the same request. A fault or a "busy" is not kept: the key
 * stays valid for the next try (C4). A repeat that comes while the first still runs waits for it; in another process it is refused.
 * @throws Refusal IDEMPOTENCY_CONFLICT (409) when the key came with another request, or its first request runs in another process.
 */
export async function onceByKey(request: KeyedRequest, work: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const name = nameOf(request);
  for (let first = running.get(name); first; first = running.get(name)) await first;
  const { promise, resolve } = Promise.withResolvers<void>();
  running.set(name, promise);
  try {
    const begin = async (tx: Tx) => {
      const [refused] = await claimKeys(tx, [request]);
      if (refused) throw refused;
    };
    return await inOneAct({ request, begin }, () => answerOnce(request, work));
  } finally {
    running.delete(name);
    resolve();
  }
}

async function answerOnce(request: KeyedRequest, work: () => Promise<StoredAnswer>): Promise<StoredAnswer> {
  const hash = blindIndex('idempotency_key', JSON.stringify([request.endpoint, request.input]));
  const earlier = await find(request, hash);
  if (earlier) return replay(earlier);
  try {
    const answer = await work();
    await keep(request, hash, answer);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.status === 412) {
      const { code, values, fields, details } = error;
      await keep(request, hash, {
        status: 412,
        answer: { code, values, ...(fields ? { fields } : {}), ...(details ? { details } : {}) },
      });
    }
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

/** The answer that is kept for this request. @throws Refusal IDEMPOTENCY_CONFLICT when it was another request's. */
async function find({ ownerId, key, endpoint }: KeyedRequest, hash: Buffer): Promise<StoredAnswer | null> {
  const [row] = await readingRows(sql<Row>`
    select endpoint, request_hash, status, answer from idempotency_key
    where account_id = ${ownerId} and key = ${key} and status is not null and created_at >= app_now() - interval '24 hours'`);
  if (!row) return null;
  if (row.endpoint !== endpoint || !row.request_hash.equals(hash)) refuse('IDEMPOTENCY_CONFLICT');
  return { status: row.status, answer: opened({ ownerId, key }, row.answer) };
}

/**
 * Nobody else works under these keys until the transaction ends, also when its process dies.
 * @returns for each key why it cannot be worked under, or null.
 */
export async function claimKeys(tx: Tx, requests: readonly Key[]): Promise<(Error | null)[]> {
  const { rows } = await sql<{ isOurs: boolean; isKept: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(name, 4)) as "isOurs",
      exists (select from idempotency_key kept where kept.account_id = owner_id and kept.key = wanted.key and kept.status is not null
        and kept.created_at >= app_now() - interval '24 hours') as "isKept"
    from unnest(${requests.map(nameOf)}::text[], ${requests.map(({ ownerId }) => ownerId)}::uuid[], ${requests.map(({ key }) => key)}::text[])
      with ordinality as wanted (name, owner_id, key, position)
    order by position`.execute(tx);
  return rows.map(({ isOurs, isKept }) => {
    if (!isOurs) return new Refusal('IDEMPOTENCY_CONFLICT');
    return isKept ? keptMeanwhile() : null;
  });
}

/** The other request's answer is found when this one is run again. */
const keptMeanwhile = () => conflict('The key was answered meanwhile.');

type Key = { ownerId: string; key: string };

const nameOf = ({ ownerId, key }: Key) => `${ownerId} ${key}`;

/** Answers carry names and contacts: they are kept sealed, as text in the JSON column. */
function placeOf({ ownerId, key }: Key) {
  return { table: 'idempotency_key', row: nameOf({ ownerId, key }), column: 'answer' };
}

function sealed(key: Key, answer: unknown): string {
  return JSON.stringify(seal(JSON.stringify(answer ?? null), placeOf(key)).toString('base64'));
}

function opened(key: Key, answer: string | null): unknown {
  return answer === null ? null : JSON.parse(unseal(Buffer.from(answer, 'base64'), placeOf(key)));
}

async function keep(request: KeyedRequest, hash: Buffer, { status, answer }: StoredAnswer): Promise<void> {
  const kept = { request, hash, status, answer: sealed(request, answer) };
  const shared = currentAct()?.shared;
  if (shared) shared.kept.push(kept);
  else checkKept(await inStatement(keeping([kept])), 1);
}

/** Writes what is kept under several keys. @throws the conflict for which an act is run again, where one of them was answered meanwhile. */
export async function keepAnswers(tx: Tx, answers: readonly KeptAnswer[]): Promise<void> {
  if (answers.length > 0) checkKept((await keeping(answers).execute(tx)).rows, answers.length);
}

function keeping(answers: readonly KeptAnswer[]): RawBuilder<unknown> {
  const of = <Value>(pick: (answer: KeptAnswer) => Value) => answers.map(pick);
  return sql`
    insert into idempotency_key as kept (account_id, key, endpoint, request_hash, status, answer, created_at)
    select owner_id, key, endpoint, request_hash, status, answer::jsonb, app_now()
    from unnest(${of(({ request }) => request.ownerId)}::uuid[], ${of(({ request }) => request.key)}::text[],
      ${of(({ request }) => request.endpoint)}::text[], ${of(({ hash }) => hash)}::bytea[], ${of(({ status }) => status)}::integer[],
      ${of(({ answer }) => answer)}::text[]) as new (owner_id, key, endpoint, request_hash, status, answer)
    on conflict (account_id, key) do update
    set endpoint = excluded.endpoint, request_hash = excluded.request_hash, status = excluded.status, answer = excluded.answer,
      created_at = excluded.created_at
    where kept.created_at < app_now() - interval '24 hours' or kept.status is null
    returning key`;
}

function checkKept(written: readonly unknown[], expected: number): void {
  if (written.length !== expected) throw keptMeanwhile();
}

/** Forgets keys older than 24 h; run by a cron. */
export async function forgetOldKeys(): Promise<void> {
  await inStatement(sql`delete from idempotency_key where created_at < app_now() - interval '24 hours'`);
}
