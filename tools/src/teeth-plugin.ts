import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Fault, faults } from './teeth-faults.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

type Plugin = { name: string; enforce: 'pre'; transform: (code: string, id: string) => string | null };

/**
 * Plants the fault named by `PLANTED_FAULT` into the sources as tests load them. A text that is not there any more stops the run: a fault that
 * cannot be planted proves nothing.
 */
export function plantedFault(): Plugin[] {
  const fault = chosen();
  if (!fault) return [];
  const transform = (code: string, id: string) => planted(fault, code, id);
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

function chosen(name = process.env['PLANTED_FAULT']): Fault | null {
  if (name === undefined) return null;
  const fault = faults.find((each) => each.name === name);
  if (!fault) throw new Error(`There is no fault called ${name}.`);
  return fault;
}

/** The source with the fault in it; null where it has none. */
function planted(fault: Fault, code: string, path: string): string | null {
  const changes = fault.changes.filter(({ file }) => path === join(root, file));
  if (changes.length === 0) return null;
  return changes.reduce((text, { file, right, wrong }) => {
    if (!text.includes(right)) throw new Error(`${file} does not contain: ${right}`);
    return text.replace(right, () => wrong);
  }, code);
}
