import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Locked = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  /** Comes inside another package, whose integrity covers it. */
  inBundle?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const locked = (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages;
const rooms = ['contract', 'ui', 'portal', 'console', 'server', 'sandbox', 'e2e', 'bench', 'tools'];
const installed = Object.entries(locked).filter(([path, one]) => path.includes('node_modules/') && !one.link);
/** What production runs: the server with what it needs. */
const production = ['contract', 'server'];

function needed(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const path = `node_modules/${name}`;
    if (found.has(path) || !locked[path] || locked[path].link) continue;
    found.add(path);
    needed(Object.keys(locked[path].dependencies ?? {}), found);
  }
  return found;
}

const direct = (room: string) =>
  Object.keys(locked[room]?.dependencies ?? {}).filter((name) => !name.startsWith('@exam/'));

/** What `npm run serve` and its sisters read, and what the demonstration has beside it; tests and their helpers are not of it. */
const isServed = (path: string) => !/\.(test|testing)\.ts$|\/(testing|proofs)\//.test(path);
const imported =
  /^(?:import|export) (?!type )[^;]*?from '([^'#.][^']*)'|^import '([^'#.][^']*)'|\bimport\('([^'#.][^']*)'\)/gm;
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

function importsOf(room: string): { path: string; name: string }[] {
  const paths = globSync(`${room}/src/**/*.ts`, { cwd: root }).filter(isServed);
  return paths.flatMap((path) =>
    [...read(path).matchAll(imported)].map(([, from, bare, later]) => ({
      path,
      name: packageOf(from ?? bare ?? later ?? ''),
    })),
  );
}

describe('what we install', () => {
  it('is locked for every machine: a letter is typeset on ARM, a Mac and Windows too', () => {
    const lacking = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !locked[`${path}/node_modules/${name}`] && !locked[`node_modules/${name}`])
        .map((name) => `${path}: ${name}`),
    );

    expect(lacking).toEqual([]);
  });

  it('is enough without what development needs: `npm ci --omit=dev` serves', () => {
    const served = ['contract', 'server', 'sandbox'];
    const found = served.flatMap((room) => {
      const there = Object.keys(locked[room]?.dependencies ?? {});
      return importsOf(room).map((one) => ({ ...one, isThere: there.includes(one.name) }));
    });

    expect(found.length).toBeGreaterThan(100);
    expect(found.filter(({ name, isThere }) => !isThere && !name.startsWith('node:'))).toEqual([]);
  });

  it('is few: at most 25 direct packages, and no more in all than decision 0009 allows [T35]', () => {
    const names = [...new Set(production.flatMap(direct))];
    expect(names.length).toBeLessThanOrEqual(25);
    expect(needed(names).size).toBeLessThanOrEqual(225);
    expect(names).toContain('pg');
  });

  it('is locked by integrity and names no download address [T35]', () => {
    const loose = installed.filter(([, one]) => !one.integrity && !one.inBundle).map(([path]) => path);
    const addressed = installed.filter(([, one]) => one.resolved !== undefined).map(([path]) => path);
    expect([loose, addressed]).toEqual([[], []]);
    expect(installed.length).toBeGreaterThan(100);
  });

  it('is pinned exactly in every room [T35]', () => {
    const loose = ['', ...rooms].flatMap((room) => {
      const file = JSON.parse(read(room === '' ? 'package.json' : `${room}/package.json`)) as Locked;
      const all = { ...file.dependencies, ...file.devDependencies, ...file.optionalDependencies };
      return Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    });
    expect(loose).toEqual([]);
  });

  it('has a line of reason for every direct dependency [T35]', () => {
    const reasons = read('docs/dependencies.md');
    const all = (room: string) => [...direct(room), ...Object.keys(locked[room]?.devDependencies ?? {})];
    const names = [...new Set(rooms.flatMap(all))].filter((name) => !name.startsWith('@types/'));
    expect(names.filter((name) => !reasons.includes(name))).toEqual([]);
  });

  it('runs no install script but those that are refused by name [T35]', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    const scripted = installed
      .filter(([, one]) => one.hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1));
    expect(scripted.filter((name) => allowScripts[name ?? ''] !== false)).toEqual([]);
  });
});
