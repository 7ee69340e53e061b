import sharp from 'sharp';
import qrcode from 'qrcode';
import { expect, it } from 'vitest';
import { qrMatrix, qrSvg } from './qr.ts';

const url = 'https://examport.example/verify/7K3MQ-2ZD9X-WBR41';

it('draws, pixel for pixel, the modules that encode the address, with a quiet zone of four [T37]', async () => {
  const modules = qrcode.create(url, { errorCorrectionLevel: 'M' }).modules;
  const side = modules.size + 8;

  const { data, info } = await sharp(Buffer.from(qrSvg(url, 'code')))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });

  expect([info.width, info.height]).toEqual([side, side]);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const inside = x >= 4 && y >= 4 && x < side - 4 && y < side - 4;
      const dark = inside && modules.get(y - 4, x - 4) === 1;
      expect((data[(y * side + x) * info.channels] ?? 0) < 128).toBe(dark);
    }
  }
});

it('gives a square matrix with the three finder patterns', () => {
  const matrix = qrMatrix(url);

  const last = matrix.length - 7;
  for (const [y, x] of [
    [0, 0],
    [0, last],
    [last, 0],
  ] as const) {
    expect(matrix[y]?.slice(x, x + 7)).toEqual(Array.from({ length: 7 }, () => true));
    expect(matrix[y + 1]?.slice(x, x + 7)).toEqual([true, false, false, false, false, false, true]);
  }
});

it('names itself for those who cannot see it, whatever the name holds', () => {
  const svg = qrSvg(url, 'Check "A" & <B>');

  expect(svg).toContain('role="img" aria-label="Check &quot;A&quot; &amp; &lt;B&gt;"');
});
