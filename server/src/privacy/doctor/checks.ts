import * as machines from '@exam/contract/machines';
import { chinaDateOf } from '@exam/contract/rules';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { isReplaced } from '#platform/outbox';
import { keyFingerprints } from '#platform/vault';
import { indexHalfName } from '#platform/vault/open-index';

/** Something that is wrong: which rule, and the objects it is wrong about. */
export type Finding = { rule: string; objects: string[] };

type Machine = {
  readonly events: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;
};

/** Machines by the kind of object that their history rows carry. */
const machineOf: Readonly<Record<string, Machine>> = {
  order: machines.orderMachine,
  application: machines.applicationMachine,
  refund: machines.refundMachine,
  session: machines.sessionMachine,
  letter: machines.letterMachine,
  proposal: machines.proposalMachine,
  booking: machines.bookingMachine,
};

/** Every invariant of `books_problem` that is broken, I1-I10 and the ledger's (C27). */
export async function checkBooks(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ problem: string; objects: string[] }>(
    'select problem, array_agg(distinct object_id::text order by object_id::text) as objects from books_problem group by problem order by problem',
  );
  return rows.map(({ problem, objects }) => ({ rule: problem, objects }));
}

/** Changes of status in the history that no machine knows (I6). */
export async function checkTransitions(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ kind: string; event: string; from: string; to: string; objects: string[] }>(
    `select kind, event, from_status as from, to_status as to, array_agg(distinct object_id::text) as objects
     from history where from_status is not null group by kind, event, from_status, to_status order by kind, event`,
  );
  return rows
    .filter(({ kind, event, from, to }) => {
      const transition = machineOf[kind]?.events[event];
      return machineOf[kind] !== undefined && !(transition?.from.includes(from) && transition.to === to);
    })
    .map(({ kind, event, from, to, objects }) => ({
      rule: `I6 illegal transition of ${kind}: ${from} ${event} ${to}`,
      objects,
    }));
}

/** Migrations that have not run, or that ran and this version does not have. */
export async function checkMigrations(client: Client, folder: string): Promise<Finding[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  const ran = rows.map(({ name }) => name);
  return [
    { rule: 'migrations that have not run', objects: files.filter((name) => !ran.includes(name)).toSorted() },
    { rule: 'migrations of a newer version', objects: ran.filter((name) => !files.includes(name)) },
  ].filter(({ objects }) => objects.length > 0);
}

/** Years of the working-day calendar without any day: this one, and the next from October on (3-domain 5.2). */
export async function checkCalendar(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ now: Date; years: string[] }>(
    `select app_now() as now, array(select distinct to_char(date, 'YYYY') from calendar_day) as years`,
  );
  const [row] = rows;
  const today = chinaDateOf(row?.now.toISOString() ?? '');
  const year = Number(today.slice(0, 4));
  const needed = today.slice(5, 7) >= '10' ? [year, year + 1] : [year];
  const missing = needed.map(String).filter((one) => !row?.years.includes(one));
  return missing.length === 0 ? [] : [{ rule: 'working-day calendar has no days of the year', objects: missing }];
}

/** Jobs that used up their tries (C39), but for those under way and those that another has replaced: their task and number. */
export async function checkJobs(client: Client): Promise<Finding[]> {
  const { rows } = await client.query<{ job: string }>(
    `select task_identifier || ' ' || id as job from graphile_worker.jobs
     where attempts >= max_attempts and locked_at is null and not ${isReplaced} order by id`,
  );
  return rows.length === 0 ? [] : [{ rule: 'I7 jobs given up', objects: rows.map(({ job }) => job) }];
}

/** Keys that the database was written with and this installation lacks, or has under another value. */
export async function checkKeys(client: Client): Promise<Finding[]> {
  const own = new Map(keyFingerprints().map(({ name, fingerprint }) => [name, fingerprint]));
  const { rows } = await client.query<{ name: string; fingerprint: Buffer }>(
    'select name, fingerprint from known_key where name <> $1 order by name',
    [indexHalfName],
  );
  const wrong = rows.filter(({ name, fingerprint }) => !own.get(name)?.equals(fingerprint));
  return wrong.length === 0
    ? []
    : [{ rule: 'keys that are not those of this database', objects: wrong.map(({ name }) => name) }];
}

/** Where the migrations lie. */
export const migrationsFolder = join(import.meta.dirname, '../../../migrations');
