import type { Visitor } from './visitors.ts';

/** Passes the security check that lies over the page, without its picture, and waits until it has gone. */
export async function passCheck({ page, words }: Visitor): Promise<void> {
  const check = page.getByRole('dialog', { name: words.check.title });
  await check.getByRole('button', { name: words.check.without }).click();
  await check.waitFor({ state: 'detached' });
}

/** Where the piece fits, in pixels of the picture: found as an eye finds it, where the scene is the piece under a shade, lighter or darker. */
export async function placeOfPiece({ page }: Visitor): Promise<number> {
  return await page.evaluate<number>(`(async () => {
    const [whole, part] = document.querySelectorAll('dialog img');
    // From its address: an image on show may still hold the picture before.
    const read = async ({ src }) => {
      const image = Object.assign(new Image(), { src });
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    const [scene, piece] = [await read(whole), await read(part)];
    const top = Math.round((parseFloat(part.style.top) / 100) * scene.height);
    // What remains when the best shade between 30 and 50 % of black or of white has been taken off: beside the hole and in others, much.
    const unlike = (left) => {
      const shades = [0, 255].map((colour) => ({ colour, across: 0, along: 0 }));
      let whole = 0;
      for (let y = 0; y < piece.height; y++) for (let x = 0; x < piece.width; x++) for (let band = 0; band < 3; band++) {
        const at = (y * piece.width + x) * 4;
        if (piece.data[at + 3] < 250) continue;
        const a = piece.data[at + band], b = scene.data[((y + top) * scene.width + x + left) * 4 + band];
        whole += (b - a) ** 2;
        for (const shade of shades) {
          shade.across += (b - a) * (shade.colour - a);
          shade.along += (shade.colour - a) ** 2;
        }
      }
      const remains = ({ across, along }) => {
        const opacity = Math.max(0.3, Math.min(0.5, across / along));
        return whole - 2 * opacity * across + opacity ** 2 * along;
      };
      return Math.min(...shades.map(remains));
    };
    const lefts = Array.from({ length: scene.width - piece.width + 1 }, (_, left) => ({ left, unlike: unlike(left) }));
    return lefts.reduce((best, each) => (each.unlike < best.unlike ? each : best)).left;
  })()`);
}
