import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWhenChanged } from './site.ts';

const room = fileURLToPath(new URL('../../../console/', import.meta.url));

/**
 * Builds the console unless what lies in `console/dist` was built from the same sources. A console without a build serves its
 * calls alone, and says so on its home page.
 * @param say told of progress.
 * @throws Error when the build fails.
 */
export async function buildConsoleWhenChanged(say: (line: string) => void): Promise<void> {
  if (existsSync(`${room}build.ts`)) await buildWhenChanged('console', say);
}
