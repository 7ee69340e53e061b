import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Change, Fault } from './faults.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** For `NODE_OPTIONS`: processes that tests start have the fault too. */
export const hook = `--import=${new URL('hook.ts', import.meta.url).href}`;

type Plugin = { name: string; enforce: 'pre'; transform: (code: string, id: string) => string | null };

/**
 * Plants the fault in `PLANTED_FAULT` into the sources as tests load them; where that is another one by then, the other. A text that is not
 * there any more stops the run: a fault that cannot be planted proves nothing.
 */
export function plantedFault(): Plugin[] {
  const fault = chosen();
  if (!fault) return [];
  const transform = (code: string, id: string) => planted(chosen() ?? fault, code, id);
  // Named by the fault: transformed modules are kept between runs by the names of what transforms them.
  return [{ name: `planted-fault ${fault.name}`, enforce: 'pre', transform }];
}

/** The same for a process of the product that a test starts: it is given this module with `--import`. */
export function plantHere(): void {
  const fault = chosen();
  if (!fault) return;
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const { source } = loaded;
      if (!url.startsWith(pathToFileURL(root).href) || source === undefined || source === null) return loaded;
      const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
      const code = planted(fault, text, fileURLToPath(url.split('?')[0] ?? url));
      return code === null ? loaded : { ...loaded, source: code };
    },
  });
}

type Planted = Pick<Fault, 'name' | 'changes'>;

/** What the environment gives to a process of tests that a fault is planted in. */
export function plantedIn({ name, changes }: Planted): Record<string, string> {
  return { PLANTED_FAULT: JSON.stringify({ name, changes }) };
}

function chosen(given = process.env['PLANTED_FAULT']): Planted | null {
  return given === undefined ? null : JSON.parse(given);
}

/** The source with the fault in it; null where it has none. */
function planted({ changes }: Planted, code: string, path: string): string | null {
  const its = changes.filter(({ file }) => path === join(root, file));
  return its.length === 0 ? null : its.reduce(changed, code);
}

function changed(text: string, { file, right, wrong, at = text.indexOf(right) }: Change): string {
  if (at < 0 || !text.startsWith(right, at)) throw new Error(`${file} does not contain: ${right}`);
  return text.slice(0, at) + wrong + text.slice(at + right.length);
}
