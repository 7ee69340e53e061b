import { sql } from 'kysely';
import * as z from 'zod/mini';
import { createFolderStore, type FileStore, fileStore } from '#office/files';
import { objectionsSince } from '#people/guardians';
import { chinaDateOf, plusSeconds, readNow } from '#platform/clock';
import { reading, type Tx } from '#platform/database';
import { settings } from '#platform/settings';
import { BackupError, sha256Of } from './manifest.ts';

/**
 * Something that must not come back, or not be lost: what (a class of the table of periods, or one of those below), its id, when, and what
 * else a line of its kind says. Never whom.
 */
export type Erased = { class: string; id: string; at: string; more: readonly string[] };

/** What the journal calls an account that was closed. */
export const closedAccount = 'closedAccount';

/**
 * What it calls a candidate whose deletion was asked for, so that everything but keeping stops, and one given back because staff refused.
 * Older journals say of the first its request, number, and when the last of its periods ends.
 */
export const restrictedCandidate = 'restrictedCandidate';
export const liftedCandidate = 'liftedCandidate';

/**
 * What it calls a request about data: its number, kind, account, candidate, and until when it waits, `-` for none; what the system answered at
 * once; and a deletion, or an objection by mistake, that staff refused.
 */
export const requestReceived = 'requestReceived';
export const requestServed = 'requestServed';
export const requestRefused = 'requestRefused';

/**
 * What it calls a consent that was withdrawn, and one that is valid again because the objection was a mistake; and a guardian's notice by which
 * they objected. Each with its request.
 */
export const consentWithdrawn = 'consentWithdrawn';
export const consentRestored = 'consentRestored';
export const guardianObjected = 'guardianObjected';

/**
 * What it calls a legal hold that was opened, with its scope, object, class, day of review and the two who opened it; and one that was
 * released, with the two who released it.
 */
export const holdOpened = 'holdOpened';
export const holdReleased = 'holdReleased';

const index = z.object({
  format: z.literal(1),
  writtenAt: z.string(),
  days: z.array(z.object({ day: z.string(), count: z.number() })),
});
type Index = z.output<typeof index>;

const indexKey = 'erasure-journal';
const keyOf = (day: string) => `${indexKey}-${day}`;

/** Where the journal lies: never in the database, so that losing that does not lose it. */
export function journalStore(): FileStore {
  const { erasureJournal } = settings();
  return erasureJournal === null ? fileStore() : createFolderStore(erasureJournal);
}

/**
 * Brings the journal of erasures up to date, a file for each China date on which something was forgotten. Safe to repeat, and to stop at any moment;
 * a day never loses a line. The index is written last, and at least once an hour: it says how far the journal reaches.
 * @param options.isUrgent whether the index is written even if nothing is new: a backup needs a journal that reaches to it.
 */
export async function writeJournal({ isUrgent = false } = {}): Promise<void> {
  const store = journalStore();
  const known = await readIndex(store);
  const { now, lines } = await reading(async (tx) => {
    const at = await readNow(tx);
    const today = chinaDateOf(at);
    return { now: at, lines: await linesSince(tx, known?.days.findLast(({ day }) => day <= today)?.day ?? null) };
  });
  const days = new Map(known?.days.map((each) => [each.day, each]) ?? []);
  let isChanged = isUrgent || known === null || known.writtenAt.slice(0, 13) !== now.slice(0, 13);
  for (const [day, ofDay] of Map.groupBy(lines, (line) => chinaDateOf(atOf(line)))) {
    const kept = days.has(day) ? await readDay(store, day) : [];
    const all = [...new Set([...kept, ...ofDay])].toSorted();
    if (all.length === kept.length) continue;
    await store.put(keyOf(day), Buffer.from(withHash(all)));
    days.set(day, { day, count: all.length });
    isChanged = true;
  }
  if (!isChanged) return;
  const written: Index = {
    format: 1,
    writtenAt: now,
    days: [...days.values()].toSorted((a, b) => a.day.localeCompare(b.day)),
  };
  await store.put(indexKey, Buffer.from(JSON.stringify(written)));
}

/** From the last day that was written on, and the day before it: a transaction may commit after a later one. */
async function linesSince(tx: Tx, day: string | null): Promise<string[]> {
  const from = sql`coalesce(${day}::date - 1, '-infinity'::date)::timestamp at time zone 'Asia/Shanghai'`;
  const utc = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
  const { rows } = await sql<Omit<Erased, 'more'> & { more: string | null }>`
    select class, object_id as id, at, null::text as more from erasure where at >= ${from}
    union all select ${closedAccount}, id, closed_at, null from account where closed_at >= ${from}
    union all select ${restrictedCandidate}, candidate_id, received_at, null from rights_request
      where kind = 'Deletion' and not is_by_relative and not is_by_guardian and candidate_id is not null and received_at >= ${from}
    union all select ${restrictedCandidate}, request.candidate_id, relative.done_at, null
      from rights_request request join relative_request relative on relative.id = request.id
      where request.kind = 'Deletion' and request.candidate_id is not null and relative.done_at >= ${from}
    union all select ${liftedCandidate}, candidate_id, answered_at, null from rights_request
      where kind = 'Deletion' and not is_by_relative and not is_by_guardian and candidate_id is not null and status = 'Refused' and answered_at >= ${from}
    union all select ${requestReceived}, id, received_at, concat_ws(' ', code, kind, coalesce(account_id::text, '-'),
        coalesce(candidate_id::text, '-'), coalesce(${utc('waits_until')}, '-')) from rights_request where not is_by_relative and not is_by_guardian and received_at >= ${from}
    union all select ${requestServed}, id, answered_at, null from rights_request
      where status = 'Answered' and answered_by is null and answered_at >= ${from}
    union all select ${requestRefused}, id, answered_at, null from rights_request
      where kind in ('Deletion', 'Objection') and not is_by_relative and not is_by_guardian and status = 'Refused' and answered_at >= ${from}
    union all select ${consentWithdrawn}, consent_id, withdrawn_at, request_id::text from consent_withdrawal where withdrawn_at >= ${from}
    union all select ${consentRestored}, consent_id, restored_at, request_id::text from consent_restoration where restored_at >= ${from}
    union all select ${holdOpened}, id, opened_at, concat_ws(' ', scope, coalesce(object_id::text, '-'), coalesce(class, '-'), review_on,
        opened_by, approved_by) from legal_hold where opened_at >= ${from}
    union all select ${holdReleased}, id, released_at, concat_ws(' ', released_by, release_approved_by) from legal_hold where released_at >= ${from}
    union all select ${guardianObjected}, id, at, request_id::text from (${objectionsSince(from)}) objected`.execute(
    tx,
  );
  return rows.map(({ at, class: of, id, more }) => [at, of, id, ...(more === null ? [] : [more])].join(' '));
}

const atOf = (line: string) => line.slice(0, line.indexOf(' '));

/** The lines of a day, and a last line with their hash. */
function withHash(lines: readonly string[]): string {
  return `${lines.join('\n')}\n# ${sha256Of(lines.join('\n'))}\n`;
}

/** @throws BackupError when the day is missing or was changed. */
async function readDay(store: FileStore, day: string): Promise<string[]> {
  const text = (await store.get(keyOf(day)))?.toString('utf8');
  if (text === undefined) throw new BackupError(`The journal of erasures is incomplete: ${keyOf(day)} is missing.`);
  const lines = text.trimEnd().split('\n');
  const kept = lines.slice(0, -1);
  if (withHash(kept) !== text) throw new BackupError(`The journal of erasures is damaged: ${keyOf(day)}.`);
  return kept;
}

async function readIndex(store: FileStore): Promise<Index | null> {
  const content = await store.get(indexKey);
  return content === null ? null : index.parse(JSON.parse(content.toString('utf8')));
}

/** The journal from a day on, and how far it reaches. */
export type Journal = { writtenAt: string; erased: Erased[] };

/**
 * Reads what was forgotten since an instant (and on the day before it).
 * @returns null when there is no journal.
 * @throws BackupError when a day of it is missing or was changed.
 */
export async function readJournal(store: FileStore, since: string): Promise<Journal | null> {
  const known = await readIndex(store).catch(() => {
    throw new BackupError('The journal of erasures is damaged: its index cannot be read.');
  });
  if (known === null) return null;
  const from = chinaDateOf(plusSeconds(since, -86_400));
  const erased: Erased[] = [];
  for (const { day, count } of known.days.filter((each) => each.day >= from)) {
    const lines = await readDay(store, day);
    if (lines.length < count) throw new BackupError(`The journal of erasures is damaged: ${keyOf(day)}.`);
    erased.push(...lines.map(erasedOf));
  }
  return { writtenAt: known.writtenAt, erased };
}

function erasedOf(line: string): Erased {
  const [at = '', of = '', id = '', ...more] = line.split(' ');
  return { at, class: of, id, more };
}
