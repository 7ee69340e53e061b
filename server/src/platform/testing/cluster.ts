import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startEmbeddedDatabase } from '#platform/database/embedded';

/**
 * The data of an embedded PostgreSQL for the tests of one file, as a first start left them: created once, which takes as long as ten
 * further starts, and copied for each test whose subject is not the creation.
 * @returns puts a copy into a folder that has none.
 */
export function useCluster(): (folder: string) => void {
  const room = mkdtempSync(join(tmpdir(), 'examport-cluster-'));
  beforeAll(async () => {
    const { stop } = await startEmbeddedDatabase(room, { settings: { fsync: 'off' } });
    await stop();
  });
  afterAll(() => rmSync(room, { recursive: true, force: true }));
  // With owner and permissions.
  return (folder) => void execFileSync('cp', ['-a', join(room, 'postgres'), folder]);
}
