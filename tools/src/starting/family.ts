import { execFileSync, type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Ancestor = { pid: number; born: string };

const root = fileURLToPath(new URL('../../../', import.meta.url));
const exitWithParent = fileURLToPath(new URL('exit-with-parent.ts', import.meta.url));

type ChildOptions = {
  env?: Readonly<Record<string, string | undefined>>;
  /** `inherit` shows what it says, `pipe` leaves that to the caller. */
  output: 'inherit' | 'pipe';
  /** It ends by itself when its input closes. */
  watchesInput?: boolean;
  /** Ctrl-C in the terminal reaches us alone. */
  isApart?: boolean;
};

/** Runs another program of the repository; it ends with us, however we end. */
export function startChild(args: readonly string[], options: ChildOptions): ChildProcess {
  const preload = options.watchesInput ? [] : ['--import', exitWithParent];
  return spawn(process.execPath, [...preload, ...args], {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: ['pipe', options.output, 'inherit'],
    detached: options.isApart ?? false,
  });
}

/**
 * Calls `onOrphaned` when npm, or the shell it started us with, is gone: a signal that kills them does not reach us, and may have killed them
 * before we came to look. Without npm above us nobody is watched.
 */
export function watchAncestors(onOrphaned: () => void): void {
  const ancestors = npmAncestors();
  if (ancestors === null) return onOrphaned();
  if (ancestors.length === 0) return;
  const timer = setInterval(() => {
    if (ancestors.every(({ pid, born }) => bornAt(pid) === born)) return;
    clearInterval(timer);
    onOrphaned();
  }, 250);
  timer.unref();
}

const isNpm = (command: string) => /\bnpm\b/.test(command) && !isShell(command);
const isShell = (command: string) => /^\S*sh -c/.test(command);
/** Who takes in processes of a desktop whose parent is gone; elsewhere that is the first process. */
const isFosterParent = (command: string) => /^\S*systemd --user/.test(command);
const isOurs = (command: string) => isShell(command) || command.includes('tools/src/starting/keep.ts');

/** The processes from our parent up to npm; empty when npm did not start us, null when it did and is gone. */
function npmAncestors(): Ancestor[] | null {
  if (process.env['npm_lifecycle_event'] === undefined) return [];
  const found: Ancestor[] = [];
  let pid = process.ppid;
  let hasShell = false;
  // A signal that ends npm early takes its shell along: what npm was to run tells that it was there.
  const isOfStart = (process.env['npm_lifecycle_script'] ?? '').includes('tools/src/starting/keep.ts');
  for (let step = 0; step < 4; step++) {
    const { command, parent } = describe(pid);
    found.push({ pid, born: bornAt(pid) });
    if (isNpm(command)) return pid > 1 ? found : [];
    if (pid <= 1 || isFosterParent(command)) return hasShell || isOfStart ? null : [];
    if (!isOurs(command)) return [];
    hasShell ||= isShell(command);
    pid = parent;
  }
  return [];
}

function describe(pid: number): { command: string; parent: number } {
  if (existsSync('/proc/self/stat')) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return { command, parent: Number(statFields(pid)[1]) };
    } catch {
      return { command: '', parent: 0 };
    }
  }
  const [parent = '0', ...command] = ps(pid, 'ppid=,command=').trim().split(/\s+/);
  return { command: command.join(' '), parent: Number(parent) };
}

/** When the process began; '' when there is none, or a dead one that nobody collected. */
function bornAt(pid: number): string {
  if (!existsSync('/proc/self/stat')) return ps(pid, 'lstart=').trim();
  try {
    const fields = statFields(pid);
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return '';
  }
}

/** The fields of /proc/<pid>/stat after the name, which may hold spaces: state, parent, ... , start time at 19. */
function statFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function ps(pid: number, format: string): string {
  try {
    return execFileSync('ps', ['-o', format, '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
