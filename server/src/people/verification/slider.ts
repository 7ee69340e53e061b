import sharp from 'sharp';
import { randomBetween } from '#platform/chance';

const width = 320;
const height = 160;
/** Side of the piece's square; the puzzle shape lies within it. */
const size = 48;
const decoys = 2;

/** A drawn captcha: pictures as data addresses, and where the piece fits, in pixels of the background. */
export type Slider = { background: string; piece: string; x: number; y: number };

type Shape = { path: string };

/**
 * Draws a slider: a random scene with the hole of the piece and, in the same row, holes of other shapes as decoys, each with
 * its own shade, under noise (S-8). The piece is cut from the scene.
 */
export async function drawSlider(): Promise<Slider> {
  const y = randomBetween(8, height - size - 8);
  const [x = 0, ...others] = places();
  const [shape, ...otherShapes] = shapes();
  const scene = await sharp(Buffer.from(sceneSvg())).png().toBuffer();
  const holes = [hole(shape, x, y), ...others.map((left, at) => hole(otherShapes[at], left, y))];
  const [background, piece] = await Promise.all([
    sharp(scene)
      .composite([{ input: svg(width, height, holes.join('')) }, { input: noise(), blend: 'over' }])
      .webp({ quality: 70 })
      .toBuffer(),
    sharp(scene)
      .extract({ left: x, top: y, width: size, height: size })
      .composite([{ input: svg(size, size, `<path d="${shape?.path ?? ''}" fill="#fff"/>`), blend: 'dest-in' }])
      .webp({ quality: 80 })
      .toBuffer(),
  ]);
  return { background: addressOf(background), piece: addressOf(piece), x, y };
}

/**
 * The left edges of the hole and of its decoys, clear of the piece's start at 0. The hole is anywhere, each place as likely as another, so that
 * no guess is better than any; decoys are where they overlap nothing, one at least.
 */
export function places(): number[] {
  const lefts: number[] = [];
  let free = Array.from({ length: width - 2 * (size + 8) + 1 }, (_, at) => size + 8 + at);
  while (lefts.length <= decoys && free.length > 0) {
    const left = free[randomBetween(0, free.length)] ?? 0;
    lefts.push(left);
    free = free.filter((other) => Math.abs(other - left) >= size + 4);
  }
  return lefts;
}

/** Different outlines of one size: a square whose sides carry a knob, a notch or nothing. */
function shapes(): Shape[] {
  return shuffled(['knob-top', 'knob-right', 'notch-both', 'round']).map((kind) => ({ path: outlines[kind] ?? '' }));
}

const outlines: Readonly<Record<string, string>> = {
  'knob-top': 'M4 14h13a7 7 0 1 1 14 0h13v30h-40z',
  'knob-right': 'M4 4h30v13a7 7 0 1 1 0 14v13h-30z',
  'notch-both': 'M4 6h13a7 7 0 0 0 14 0h13v36h-13a7 7 0 0 0-14 0h-13z',
  round: 'M24 4a20 20 0 1 1 0 40a20 20 0 1 1 0-40z',
};

function hole(shape: Shape | undefined, x: number, y: number): string {
  const fill = randomBetween(0, 2) === 0 ? '#000' : '#fff';
  const opacity = randomBetween(30, 50) / 100;
  return `<path transform="translate(${x} ${y})" d="${shape?.path ?? ''}" fill="${fill}" fill-opacity="${opacity}"/>`;
}

function sceneSvg(): string {
  const colour = () => `hsl(${randomBetween(0, 360)} ${randomBetween(30, 70)}% ${randomBetween(35, 75)}%)`;
  const blobs = Array.from({ length: 26 }, () => {
    const [cx, cy] = [randomBetween(0, width), randomBetween(0, height)];
    return `<ellipse cx="${cx}" cy="${cy}" rx="${randomBetween(12, 60)}" ry="${randomBetween(8, 40)}" fill="${colour()}" fill-opacity=".7" transform="rotate(${randomBetween(0, 180)} ${cx} ${cy})"/>`;
  });
  return svg(width, height, `<rect width="100%" height="100%" fill="${colour()}"/>${blobs.join('')}`).toString();
}

/** Short strokes and specks over the whole picture, so that an edge is no sign of a hole. */
function noise(): Buffer {
  const strokes = Array.from({ length: 160 }, () => {
    const [x, y] = [randomBetween(0, width), randomBetween(0, height)];
    const shade = randomBetween(0, 2) === 0 ? '#000' : '#fff';
    return `<path d="M${x} ${y}l${randomBetween(-9, 10)} ${randomBetween(-9, 10)}" stroke="${shade}" stroke-opacity=".${randomBetween(15, 40)}" stroke-width="${randomBetween(1, 4)}"/>`;
  });
  return svg(width, height, strokes.join(''));
}

function svg(wide: number, high: number, content: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">${content}</svg>`);
}

function addressOf(webp: Buffer): string {
  return `data:image/webp;base64,${webp.toString('base64')}`;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(randomBetween(0, left.length), 1));
}
