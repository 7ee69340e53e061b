import { globSync, readFileSync } from 'node:fs';
import { settingsTable } from '@exam/server/platform/config/table';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const rows = settingsTable().flatMap((section) => section.rows);
const known = new Set(rows.map(({ name }) => name));
const capitals = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;

/** Words in capitals that are not ours: PostgreSQL's image, systemd, node_exporter's folder, socket families. */
const notOurs = /^(POSTGRES_(USER|DB|PASSWORD)|SERVICE_RESULT|EXIT_STATUS|AF_(INET6?|UNIX))$/;

describe('the files of deploy/', () => {
  it('name only settings that there are', () => {
    const paths = globSync('deploy/**/*.{example,service,timer,sh,conf,yaml}', { cwd: root });
    const named = [...paths, 'deploy/container/Containerfile', 'docs/operations.md'].flatMap((path) =>
      [...read(path).matchAll(capitals)].map(([name]) => ({ path, name })),
    );

    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({ name }) => !known.has(name) && !notOurs.test(name))).toEqual([]);
  });

  it('have an example with everything that production needs', () => {
    const given = [...read('deploy/examport.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    const missing = rows.filter(({ name, isNeeded }) => isNeeded && !given.includes(name));

    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(given.filter((name) => !known.has(name ?? ''))).toEqual([]);
  });

  it('start programs that are there', () => {
    const services = globSync('deploy/systemd/*.service', { cwd: root }).map(read);
    const programs = services.flatMap((text) =>
      [...text.matchAll(/(?:server\/src|deploy\/systemd)\/[\w-]+\.(?:ts|sh)/g)].map(([path]) => path),
    );

    expect(programs).toHaveLength(5);
    for (const path of programs) expect(read(path)).not.toBe('');
  });

  it('let nothing more be done than serving needs', () => {
    const open = globSync('deploy/systemd/*.service', { cwd: root }).filter(
      (path) => !/^User=examport$[\s\S]*^NoNewPrivileges=yes$[\s\S]*^ProtectSystem=strict$/m.test(read(path)),
    );

    expect(open).toEqual([]);
    expect(read('deploy/container/Containerfile')).toMatch(/^USER 10001$/m);
    expect(read('deploy/container/compose.yaml').match(/read_only: true/g)).toHaveLength(2);
  });
});
