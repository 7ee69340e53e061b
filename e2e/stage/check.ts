import type { Visitor } from './visitors.ts';

/** Passes the security check that lies over the page, without its picture, and waits until it has gone. */
export async function passCheck({ page, words }: Visitor): Promise<void> {
  const check = page.getByRole('dialog', { name: words.check.title });
  await check.getByRole('button', { name: words.check.without }).click();
  await check.waitFor({ state: 'detached' });
}

/** Where the piece fits, in pixels of the picture: found as an eye finds it, by what lies around the holes. */
export async function placeOfPiece({ page }: Visitor): Promise<number> {
  return await page.evaluate<number>(`(async () => {
    const [whole, part] = document.querySelectorAll('dialog img');
    const read = async (image) => {
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    const [scene, piece] = [await read(whole), await read(part)];
    const top = Math.round((part.offsetTop / whole.clientHeight) * scene.height);
    const likeness = (left) => {
      const sums = [0, 0, 0, 0, 0, 0];
      for (let y = 0; y < piece.height; y++) for (let x = 0; x < piece.width; x++) for (let band = 0; band < 3; band++) {
        const at = (y * piece.width + x) * 4;
        if (piece.data[at + 3] < 250) continue;
        const a = piece.data[at + band], b = scene.data[((y + top) * scene.width + x + left) * 4 + band];
        [1, a, b, a * a, b * b, a * b].forEach((each, index) => (sums[index] += each));
      }
      const [n, a, b, aa, bb, ab] = sums;
      return (n * ab - a * b) / Math.sqrt((n * aa - a * a) * (n * bb - b * b) || 1);
    };
    const lefts = Array.from({ length: scene.width - piece.width + 1 }, (_, left) => left);
    return lefts.reduce((best, left) => (likeness(left) > likeness(best) ? left : best), 48);
  })()`);
}
