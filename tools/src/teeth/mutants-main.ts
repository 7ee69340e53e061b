import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { type Mutant, mutantsOf, some } from './mutants.ts';
import { decisive } from './decisive.ts';
import type { Tried } from './mutants-of-file.ts';
import { hook, plantedIn } from './plugin.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [file = '', most = '', from = ''] = process.argv.slice(2);
const its = decisive.find((each) => each.file === file);
if (!its) throw new Error(`${file} is no file that decides.`);
const { project, tests } = its;

const say = (tried: Tried) => process.send?.(tried);

/** Files of tests that have to notice: those nearest to the source, and all others. */
type Noticing = { near: TestSpecification[]; others: TestSpecification[] };

/** @returns the first of these files that is red; null where none is */
async function redOf(vitest: Vitest, files: TestSpecification[]): Promise<TestSpecification | null> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files);
  const red = testModules.find((module) => !module.ok())?.moduleId;
  return files.find(({ moduleId }) => moduleId === red) ?? (unhandledErrors.length > 0 ? (files[0] ?? null) : null);
}

/** Runs the near files one after the other until one is red, then the others in one go: the first that is red there is near from then on. */
async function isKilled(vitest: Vitest, { near, others }: Noticing): Promise<boolean> {
  for (const each of near) if ((await redOf(vitest, [each])) !== null) return true;
  const red = others.length === 0 ? null : await redOf(vitest, others);
  if (red === null) return false;
  others.splice(others.indexOf(red), 1);
  near.push(red);
  return true;
}

/**
 * The mutants of a file from one on, in this one process: only the source changes under the tests. Says before each which it is, and
 * after it whether it was killed.
 */
async function main(): Promise<void> {
  // There has to be a fault when the settings are read, though none is planted yet.
  Object.assign(process.env, plantedIn({ name: 'none', changes: [] }), { NODE_OPTIONS: hook });
  const silent = { reporters: [{}], silent: true, watch: false };
  const vitest = await createVitest({ ...silent, root, project, maxWorkers: 1, fsModuleCache: false });
  await vitest.standalone();
  const [near = [], all = []] = await Promise.all(
    [tests.slice(0, 1), [...tests]].map((each) => vitest.globTestSpecifications(each)),
  );
  const others = all.filter(({ moduleId }) => !near.some((each) => each.moduleId === moduleId));
  const mutants = mutantsOf(file, readFileSync(join(root, file), 'utf8'));
  for (const [at, mutant] of some(mutants, Number(most)).entries()) {
    if (at < Number(from)) continue;
    say({ at, mutant, isKilled: null });
    plant(mutant);
    vitest.invalidateFile(join(root, file));
    say({ at, mutant, isKilled: await isKilled(vitest, { near, others }) });
  }
  await vitest.close();
  // Red tests have left their mark on the code that it would end with.
  process.exit(0);
}

function plant({ start: at, right, wrong, line }: Mutant): void {
  Object.assign(
    process.env,
    plantedIn({ name: `mutant ${file}:${line} ${wrong}`, changes: [{ file, right, wrong, at }] }),
  );
}

await main();
