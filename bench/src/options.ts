/** The parts of a run, in the order they are measured. */
export const parts = [
  'install',
  'start',
  'bytes',
  'paint',
  'lighthouse',
  'server',
  'letter',
  'orders',
  'incident',
] as const;
export type Part = (typeof parts)[number];

/** What the command line asks for. `scale` is the number of applications in the tables of the large measurement. */
export type Options = { scale: number; only: readonly Part[] };

/** Applications (and, below, sessions) of the small measurement that the large one is compared with. */
export const smallScale = 10_000;

/**
 * Reads `--scale 10k|100k|1m|10m` (100k when absent) and `--only bytes,letter` (everything when absent).
 * @throws Error with one line for anything else.
 */
export function readOptions(args: readonly string[]): Options {
  const options: { scale: number; only: readonly Part[] } = { scale: 100_000, only: parts };
  for (let index = 0; index < args.length; index += 2) {
    const [name, value = ''] = [args[index], args[index + 1]];
    if (name === '--scale') options.scale = scaleOf(value);
    else if (name === '--only') options.only = partsOf(value);
    else throw new Error(`${name} is unknown. Say --scale 10k|100k|1m|10m or --only ${parts.join(',')}.`);
  }
  return options;
}

function scaleOf(text: string): number {
  const found = /^(\d+)(k|m)$/i.exec(text);
  const scale = Number(found?.[1]) * (found?.[2]?.toLowerCase() === 'm' ? 1_000_000 : 1000);
  if (!found || scale < smallScale || scale > 10_000_000) throw new Error('--scale is 10k to 10m, such as 100k or 1m.');
  return scale;
}

function partsOf(text: string): Part[] {
  return text.split(',').map((name) => {
    const part = parts.find((each) => each === name);
    if (!part) throw new Error(`--only takes ${parts.join(', ')}, not "${name}".`);
    return part;
  });
}

/** How many sessions go with how many applications: 1,000 with 10 thousand, 100,000 with 10 million. */
export function sessionsAt(scale: number): number {
  return Math.round(1000 * (scale / smallScale) ** (2 / 3));
}
