import { defineConfig, type OxlintConfig } from 'oxlint';

type Rules = NonNullable<OxlintConfig['rules']>;

/** Imports that a rule refuses, and what the linter says of one. */
type Wall = { regex: string; message: string };

const rooms = ['contract', 'ui', 'portal', 'console', 'server', 'sandbox', 'e2e', 'bench', 'tools'];

const byName: Wall = {
  regex: String.raw`^(\.\./)+(${rooms.join('|')})/`,
  message: 'another room is imported by its name, never by a path (ARCHITECTURE.md, rooms).',
};

const refused = (patterns: Wall[]): Rules => ({ 'no-restricted-imports': ['error', { patterns }] });

const tests = ['**/*.test.ts', '**/*.test.tsx', '**/*.testing.ts'];

/** What a room may import of the others. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  ui: ['contract'],
  portal: ['contract', 'ui'],
  console: ['contract', 'ui'],
  sandbox: [],
  e2e: ['contract'],
  bench: ['contract'],
  server: ['contract'],
  tools: ['contract', 'server'],
};

function wallsOf(room: string): Wall[] {
  const open = mayImport[room] ?? [];
  // A part of `ui` may name `ui`, as those who use it do.
  const closed = rooms.filter((other) => !open.includes(other) && (other !== 'ui' || room !== 'ui'));
  const what = open.length > 0 ? `${open.join(' and ')} only` : 'nothing of ours';
  return [
    { regex: `^@exam/(${closed.join('|')})(/|$)`, message: `${room} imports ${what} (ARCHITECTURE.md, rooms).` },
    byName,
  ];
}

/** The floors of the server, from the ground: a wing leans on those below it, never on one above. */
export const wings = [
  'platform',
  'office',
  'people',
  'offer',
  'books',
  'registering',
  'checkout',
  'services',
  'desk',
  'privacy',
] as const;

/** The floors of the portal, from the ground; on top are `routes.tsx`, which names every screen, and what shows them. */
export const portalFloors = ['messages', 'app', 'page', 'frame', 'screens', 'wizards'] as const;

/** What the files of a floor of the portal may not import; their tests lean on every floor. */
function wallsOfFloor(floor: (typeof portalFloors)[number]) {
  const above = portalFloors.slice(portalFloors.indexOf(floor) + 1).map((other) => `${other}/`);
  return {
    files: [`portal/src/${floor}/**`],
    excludeFiles: tests,
    rules: refused([
      ...wallsOf('portal'),
      {
        regex: String.raw`^(\.\./)+(${[...above, 'main', 'routes', 'site', 'entry-prerender'].join('|')})`,
        message: `${floor} leans on no floor of the portal above it (ARCHITECTURE.md, inside the portal).`,
      },
    ]),
  };
}

/** A file of a domain stays inside it: one that lies in a folder of its domain may go up to it, and no further. */
const frontDoor = (steps: number): Wall => ({
  regex: `^${String.raw`\.\./`.repeat(steps)}`,
  message: "a domain is entered by its front door: import '#wing/domain' (ARCHITECTURE.md, domains).",
});

/** What only tests and the demonstration are made of. */
const notShipped: Wall = {
  regex: '^#(demo|testing|given|proofs)(/|$)',
  message: 'what runs for others uses nothing of tests or of the demonstration.',
};

function wallsAbove(wing: (typeof wings)[number]): Wall[] {
  const above = wings.slice(wings.indexOf(wing) + 1);
  if (above.length === 0) return [];
  return [{ regex: `^#(${above.join('|')})/`, message: `${wing} leans on no wing above it (ARCHITECTURE.md, wings).` }];
}

/** What the files of a wing may not import; their tests lean on every wing. */
const wallsOfWing = (wing: (typeof wings)[number], files: string, doors: Wall[]) => ({
  files: [`server/src/${wing}/${files}`],
  excludeFiles: tests,
  rules: refused([...wallsOf('server'), notShipped, ...doors, ...wallsAbove(wing)]),
});

const noClock = { name: 'Date', message: 'time comes from #platform/clock.' };
const noNetwork = { name: 'fetch', message: 'the network comes from #platform/network.' };

const worldOutside: Rules = {
  'no-restricted-globals': ['error', noClock, noNetwork],
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random', message: 'chance comes from #platform/chance.' },
  ],
};

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'react', 'jsx-a11y', 'promise'],
  categories: {
    correctness: 'error',
    suspicious: 'off',
    pedantic: 'off',
    style: 'off',
    nursery: 'off',
  },
  ignorePatterns: ['**/dist/**', '**/generated/**', '**/node_modules/**', 'server/src/platform/tables/**'],
  rules: {
    'eslint/complexity': ['error', { max: 12 }],
    'eslint/max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
    'eslint/max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'eslint/max-params': ['error', { max: 4 }],
    'eslint/no-console': 'error',
    'eslint/eqeqeq': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'unicorn/filename-case': ['error', { cases: { kebabCase: true, pascalCase: true } }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'react/no-danger': 'error',
    'react/react-in-jsx-scope': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
  },
  overrides: [
    ...Object.keys(mayImport).map((room) => ({ files: [`${room}/**`], rules: refused(wallsOf(room)) })),
    ...portalFloors.map(wallsOfFloor),
    {
      files: ['server/src/*/**'],
      excludeFiles: ['server/src/platform/**'],
      rules: { ...refused([...wallsOf('server'), frontDoor(1)]), ...worldOutside },
    },
    ...wings.flatMap((wing) =>
      // A part of the platform is its folder; a domain, what lies in a folder of its wing.
      (wing === 'platform' ? ['**', '*/**'] : ['**', '*/*/**', '*/*/*/**']).map((files, up) =>
        wallsOfWing(wing, files, [frontDoor(up + 1)]),
      ),
    ),
    {
      files: ['server/src/*/*/*/**/*.test.ts'],
      excludeFiles: ['server/src/platform/**'],
      rules: refused([...wallsOf('server'), frontDoor(2)]),
    },
    // The tests' way to the outside world.
    {
      files: ['server/src/testing/outside.ts'],
      rules: refused([byName, frontDoor(1)]),
    },
    // The whole server, and a browser that calls it from outside.
    {
      files: ['server/src/testing/app.ts'],
      rules: { ...refused(wallsOf('server')), 'no-restricted-globals': ['error', noClock] },
    },
    {
      files: ['tools/**', 'bench/**', 'server/src/**/main.ts', 'server/src/*-main.ts', 'sandbox/src/main.ts'],
      rules: { 'no-console': 'off' },
    },
    { files: ['**/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'],
      rules: { 'max-lines-per-function': 'off', 'eslint/max-lines': 'off' },
    },
    // Tables: a row more is no more to understand.
    { files: ['**/messages/**'], rules: { 'eslint/max-lines': 'off' } },
  ],
});
