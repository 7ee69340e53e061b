import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asvsPage } from './docs/asvs.ts';
import { callsPage } from './docs/calls.ts';
import { columnsPage } from './docs/columns.ts';
import { coveragePage } from './docs/coverage.ts';
import { formsPage } from './docs/forms.ts';
import { backgroundPage } from './docs/background.ts';
import { givensPage } from './docs/givens.ts';
import { architecturePage } from './docs/layers.ts';
import { limitsPage } from './docs/limits.ts';
import { metricsPage } from './docs/metrics.ts';
import { rulesPage } from './docs/rules-index.ts';
import { secondPersonPage } from './docs/second-person.ts';
import { schemaPage } from './docs/schema.ts';
import { settingsPage } from './docs/settings.ts';
import { statesPage } from './docs/states.ts';

/** Every generated document with what makes it. `npm run docs` writes them, `npm run check` compares. */
export const generatedDocuments: Readonly<Record<string, () => string>> = {
  'ARCHITECTURE.md': architecturePage,
  'docs/calls.md': callsPage,
  'docs/states.md': statesPage,
  'docs/forms.md': formsPage,
  'docs/limits.md': limitsPage,
  'docs/second-person.md': secondPersonPage,
  'docs/background.md': backgroundPage,
  'docs/settings.md': settingsPage,
  'docs/metrics.md': metricsPage,
  'docs/columns.md': columnsPage,
  'docs/schema.md': schemaPage,
  'docs/coverage.md': coveragePage,
  'docs/rules-index.md': rulesPage,
  'docs/asvs.md': asvsPage,
  'docs/givens.md': givensPage,
};

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Names of the generated documents that differ from what the source says now. */
export async function staleDocuments(): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, make] of Object.entries(generatedDocuments)) {
    const written = await readFile(root + path, 'utf8').catch(() => '');
    if (written !== make()) stale.push(path);
  }
  return stale;
}

/** Writes every generated document. */
export async function writeDocuments(): Promise<void> {
  for (const [path, make] of Object.entries(generatedDocuments)) {
    await mkdir(dirname(root + path), { recursive: true });
    await writeFile(root + path, make());
  }
}

if (import.meta.main) {
  await writeDocuments();
  console.log(`written: ${Object.keys(generatedDocuments).join(', ')}`);
}
