import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { wings } from '../../../oxlint.config.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The rooms that are the product; what builds and tries it is left out. */
const rooms = ['portal', 'console', 'ui', 'server', 'contract', 'sandbox'];

type Arrow = { from: string; to: string };

/** The rooms, and the wings of the server, that a file imports, with its own. */
function importsOf(file: string): { ofRooms: Arrow[]; ofWings: Arrow[] } {
  const [room = '', , wing = ''] = file.split('/');
  const names = (pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, name = '']) => name);
  return {
    ofRooms: names(/(?:from|import) '@exam\/(\w+)/g).map((to) => ({ from: room, to })),
    ofWings: room === 'server' ? names(/(?:from|import) '#(\w+)\//g).map((to) => ({ from: wing, to })) : [],
  };
}

/** Arrows between these names, each once. */
function between(names: readonly string[], arrows: readonly Arrow[]): Arrow[] {
  const those = arrows.filter(({ from, to }) => from !== to && names.includes(from) && names.includes(to));
  return [...new Map(those.map((arrow) => [`${arrow.from} ${arrow.to}`, arrow])).values()];
}

/** Which room imports which, and which wing of the server which; tests and what they and the demonstration need do not count. */
function imported(): { ofRooms: Arrow[]; ofWings: Arrow[] } {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const all = listed
    .filter((file) => !/\.test(?:ing)?\.tsx?$|^server\/src\/(?:testing|proofs|demo)\//.test(file))
    .map(importsOf);
  return {
    ofRooms: between(
      rooms,
      all.flatMap(({ ofRooms }) => ofRooms),
    ),
    ofWings: between(
      wings,
      all.flatMap(({ ofWings }) => ofWings),
    ),
  };
}

/** Without the arrows that others lead along already: of a to b, b to c and a to c the last is not drawn. */
export function shortened(arrows: readonly Arrow[]): Arrow[] {
  const reaches = (from: string, to: string, without: Arrow): boolean =>
    arrows.some(
      (arrow) => arrow !== without && arrow.from === from && (arrow.to === to || reaches(arrow.to, to, without)),
    );
  return arrows.filter((arrow) => !reaches(arrow.from, arrow.to, arrow));
}

function drawn(names: readonly string[], arrows: readonly Arrow[]): string {
  const place = (name: string) => names.indexOf(name);
  const lines = shortened(arrows)
    .toSorted((a, b) => place(a.from) - place(b.from) || place(a.to) - place(b.to))
    .map(({ from, to }) => `  ${from} --> ${to}`);
  return lines.join('\n');
}

function picture(): string {
  const { ofRooms, ofWings } = imported();
  const roof = wings.toReversed();
  return `\`\`\`mermaid
flowchart TD
${rooms.map((room) => `  ${room}[/${room}/]`).join('\n')}
  subgraph wings [wings of the server]
${roof.map((wing) => `    ${wing}`).join('\n')}
  end
${drawn(rooms, ofRooms)}
  server --- wings
${drawn(roof, ofWings)}
\`\`\``;
}

const [start, end] = ['<!-- layers: written by npm run docs -->', '<!-- end of layers -->'];

/** ARCHITECTURE.md with the picture of its layers as the imports are now. @throws Error when its place is not marked. */
export function architecturePage(): string {
  const page = read('ARCHITECTURE.md');
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`ARCHITECTURE.md has no ${start} … ${end}.`);
  return `${before}${start}\n\n${picture()}\n\n${end}${after}`;
}
