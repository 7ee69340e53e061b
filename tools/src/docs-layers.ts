import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { wings } from '../../oxlint.config.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The rooms that are the product; what builds and tries it is left out. */
const rooms = ['portal', 'console', 'ui', 'server', 'contract', 'sandbox'];

type Arrow = { from: string; to: string };

/** Which room imports which, and which wing of the server which; tests and what they and the demonstration need do not count. */
function imported(): { ofRooms: Arrow[]; ofWings: Arrow[] } {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const files = listed.filter((file) => !/\.test(?:ing)?\.tsx?$|^server\/src\/(?:testing|proofs|demo)\//.test(file));
  const [ofRooms, ofWings] = [new Map<string, Arrow>(), new Map<string, Arrow>()];
  const note = (arrows: Map<string, Arrow>, from: string, to: string) => {
    if (from !== to) arrows.set(`${from} ${to}`, { from, to });
  };
  for (const file of files) {
    const [room = '', , wing = ''] = file.split('/');
    for (const [, mark, name = ''] of read(file).matchAll(/(?:from|import) '(@exam\/|#)(\w+)/g)) {
      if (mark === '@exam/' && rooms.includes(room) && rooms.includes(name)) note(ofRooms, room, name);
      if (mark === '#' && room === 'server' && isWing(wing) && isWing(name)) note(ofWings, wing, name);
    }
  }
  return { ofRooms: [...ofRooms.values()], ofWings: [...ofWings.values()] };
}

const isWing = (name: string) => wings.some((wing) => wing === name);

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
