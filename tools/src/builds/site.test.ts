import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Advice } from '@exam/server/platform/errors';
import { takeTurn } from './site.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'examport-turn-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a site that has to be built', () => {
  it('where this user cannot write says so at once, and whose work it is', async () => {
    const file = join(folder, 'not-a-folder');
    writeFileSync(file, '');

    const refused = await takeTurn(
      { room: 'portal', turn: join(file, 'cache', 'portal-build') },
      () => undefined,
    ).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(Advice);
    expect(String(refused)).toContain('npm run build');
  });

  it('is built by this program when the one that began has died', async () => {
    const turn = join(folder, 'portal-build');
    writeFileSync(turn, '999999999');

    await expect(takeTurn({ room: 'portal', turn }, () => undefined)).resolves.toBeUndefined();
  });
});
