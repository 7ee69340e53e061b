import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { randomDigits } from '#platform/chance';
import { migrate, migrationsFolder } from '#platform/database/migrate';
import type { Stage } from './faults.testing.ts';

const root = join(import.meta.dirname, '../../..');

/** A change of a table that every order needs, as the next version would bring it, while a reader (as a backup) holds that table for a while. Undone at the end. @returns what was said meanwhile. */
export async function migrateAhead({ direct, folder }: Stage): Promise<string> {
  const next = join(folder, `migrations-${randomDigits(8)}`);
  cpSync(migrationsFolder, next, { recursive: true });
  const number = readdirSync(next).filter((name) => name.endsWith('.sql')).length + 1;
  const name = `${String(number).padStart(4, '0')}_of_the_faults.sql`;
  writeFileSync(join(next, name), 'alter table exam_order add column of_the_faults text;\n');
  const reader = new Client({ connectionString: direct });
  await reader.connect();
  try {
    await reader.query('begin; select count(*) from exam_order');
    let said = '';
    const migrating = migrate(direct, next, { say: (line) => (said += line) });
    await pause(5000);
    await reader.query('commit');
    await migrating;
    await pause(2000);
    await patiently(
      () =>
        reader.query(`begin; set local lock_timeout = '1s'; alter table exam_order drop column of_the_faults;
        delete from migration where name = '${name}'; commit`),
      () => reader.query('rollback'),
    );
    return said;
  } finally {
    await reader.end();
  }
}

async function patiently(work: () => Promise<unknown>, undo: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return void (await work());
    } catch (error) {
      await undo();
      if (tries === 30) throw error;
      await pause(200);
    }
  }
}

/** The last commit before the schema was changed last; null where the history does not say. */
export function versionBefore(): string | null {
  const ask = (...words: string[]): string => {
    const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : '';
  };
  const changed = ask('log', '-1', '--format=%H', '--', 'server/migrations');
  const before = changed === '' ? '' : ask('rev-parse', '--verify', '--quiet', `${changed}^`);
  return before === '' ? null : before;
}

/** Starts the version before on the schema of today, beside the server of the stage. @returns its address. */
export async function startVersionBefore(stage: Stage): Promise<string> {
  const place = join(stage.folder, 'before');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const archive = execFileSync('git', ['archive', versionBefore() ?? ''], { cwd: root, maxBuffer: 200_000_000 });
  execFileSync('tar', ['x', '-C', place], { input: archive });
  const packages = join(place, 'node_modules');
  mkdirSync(join(packages, '@exam'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@exam' && name !== '.bin') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const room of readdirSync(join(root, 'node_modules/@exam')))
    symlinkSync(join(place, room), join(packages, '@exam', room));
  // It is started without its own look at the schema, which lets it run on one step ahead, not on several made at once.
  const program = join(place, 'server/src/of-the-faults.ts');
  writeFileSync(
    program,
    `import { readConfig } from '#platform/config';
import { openLog } from '#platform/log';
import { startServer } from './main.ts';
const config = readConfig(process.env);
openLog('info');
await startServer(config, config.databaseUrl ?? '');
`,
  );
  return await stage.startSecond(program);
}
