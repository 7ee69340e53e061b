import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { portalFloors, wings } from '../../../oxlint.config.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** An empty house with our rules: the tests beside this one build the real one at the same time. */
let house = '';

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'examport-house-'));
  await copyFile(join(root, 'oxlint.config.ts'), join(house, 'oxlint.config.ts'));
  await symlink(join(root, 'node_modules'), join(house, 'node_modules'));
});

afterAll(async () => {
  await rm(house, { recursive: true, force: true });
});

/** What the linter says about a file of this source at this place. */
async function complaintsAbout(path: string, source: string): Promise<string> {
  const file = join(house, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, source);
  try {
    const { stdout } = await run('oxlint', ['--format', 'json', file], { cwd: house });
    return stdout;
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  }
}

describe('the walls of the house', () => {
  it.each([
    ['contract/src/rules/broken-wall.ts', "import '@exam/ui/parts';\n", 'contract imports nothing of ours'],
    ['ui/src/parts/broken-wall.ts', "import '@exam/server/app';\n", 'ui imports contract only'],
    ['portal/src/app/broken-wall.ts', "import '@exam/server/app';\n", 'portal imports contract and ui only'],
    ['console/src/app/broken-wall.ts', "import '@exam/portal/app';\n", 'console imports contract and ui only'],
    ['portal/src/app/broken-way.ts', "import '@exam/console/app';\n", 'portal imports contract and ui only'],
    ['server/src/checkout/orders/broken-wall.ts', "import '@exam/ui/parts';\n", 'server imports contract only'],
    ['sandbox/src/broken-wall.ts', "import '@exam/contract/rules';\n", 'sandbox imports nothing of ours'],
    ...wings
      .slice(0, -1)
      .map((wing, floor): [string, string, string] => [
        `server/src/${wing}/a-domain/broken-floor.ts`,
        `import '#${wings[floor + 1]}/another';\n`,
        `${wing} leans on no wing above it`,
      ]),
    ...portalFloors.map((floor, at): [string, string, string] => [
      `portal/src/${floor}/a-subject/broken-floor.ts`,
      `import '../../${at + 1 < portalFloors.length ? `${portalFloors[at + 1]}/another.ts` : 'routes.tsx'}';\n`,
      `${floor} leans on no floor of the portal above it`,
    ]),
    ['e2e/broken-wall.ts', "import '@exam/server/app';\n", 'e2e imports contract only'],
    [
      'server/src/checkout/orders/broken-door.ts',
      "import '../payments/start.ts';\n",
      'a domain is entered by its front door',
    ],
    [
      'server/src/checkout/orders/placing/broken-door.ts',
      "import '../../payments/poll.ts';\n",
      'a domain is entered by its front door',
    ],
    [
      'server/src/people/messages/words/en/broken-door.ts',
      "import '../../../accounts/store.ts';\n",
      'a domain is entered by its front door',
    ],
    [
      'server/src/platform/broken-door.ts',
      "import '../office/audit/index.ts';\n",
      'a domain is entered by its front door',
    ],
    [
      'server/src/platform/vault/broken-door.ts',
      "import '../../office/audit/index.ts';\n",
      'a domain is entered by its front door',
    ],
    ...['#demo', '#testing/rows', '#given/people/imports/harm'].map((name, at): [string, string, string] => [
      `server/src/checkout/orders/broken-trust-${at}.ts`,
      `import '${name}';\n`,
      'uses nothing of tests',
    ]),
    ['tools/src/broken-wall.ts', "import '@exam/portal/app';\n", 'tools imports contract and server only'],
    [
      'server/src/checkout/orders/broken-clock.ts',
      'export const at = Date.now();\n',
      'time comes from #platform/clock',
    ],
    [
      'server/src/checkout/orders/broken-net.ts',
      "export const answer = fetch('x');\n",
      'the network comes from #platform/network',
    ],
    [
      'server/src/checkout/orders/broken-dice.ts',
      'export const dice = Math.random();\n',
      'chance comes from #platform/chance',
    ],
  ])('%s is refused', async (path, source, complaint) => {
    expect(await complaintsAbout(path, source)).toContain(complaint);
  });

  it('refuses files that import each other, be it for a type', async () => {
    const [seat, session] = ['contract/src/rules/circle-seat.ts', 'contract/src/rules/circle-session.ts'];
    await complaintsAbout(seat, "import type { Session } from './circle-session.ts';\nexport type Seat = Session;\n");
    const back = "import type { Seat } from './circle-seat.ts';\nexport type Session = { seats: Seat[] };\n";

    expect(await complaintsAbout(session, back)).toContain('no-cycle');
  });

  it('lets through what the rooms may import', async () => {
    const fine = "export { wire } from '@exam/contract/wire';\n";
    expect(await complaintsAbout('portal/src/app/sound-wall.ts', fine)).not.toContain('error');
    const up = "export { orderRow } from '../store.ts';\n";
    expect(await complaintsAbout('server/src/checkout/orders/placing/sound-door.ts', up)).not.toContain('error');
    const floor = "export { Loaded } from '../../page/loaded.tsx';\n";
    expect(await complaintsAbout('portal/src/screens/exams/sound-floor.ts', floor)).not.toContain('error');
    const down = "export { place } from '#offer/sessions';\n";
    expect(await complaintsAbout('server/src/desk/a-domain/sound-floor.ts', down)).not.toContain('error');
  });

  it('has no way into a domain but its front door', async () => {
    await expect(
      run('node', ['--input-type=module', '-e', "await import('#checkout/orders/place')"], {
        cwd: join(root, 'server'),
      }),
    ).rejects.toThrow(/ERR_MODULE_NOT_FOUND|ERR_PACKAGE_IMPORT_NOT_DEFINED|Cannot find/);
  });
});
