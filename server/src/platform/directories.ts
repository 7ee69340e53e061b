import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory and those above it. Node's own recursive way never returns where a file system takes no directories, such
 * as /proc.
 * @throws the system's error when it cannot be made.
 */
export function makeDirectory(path: string): void {
  const full = resolve(path);
  if (existsSync(full)) return;
  makeDirectory(dirname(full));
  mkdirSync(full);
}
