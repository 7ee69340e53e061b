/** Modules of white border that readers need on every side (ISO/IEC 18004). */
const quietZone = 4;

/** The side of a text's QR code in modules, quiet zone included, and the path of its dark modules. */
export async function qrPath(text: string): Promise<{ side: number; path: string }> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (modules.get(y, x) !== 1) continue;
      const start = x;
      while (x + 1 < size && modules.get(y, x + 1) === 1) x++;
      path += `M${start + quietZone} ${y + quietZone}h${x + 1 - start}v1h${start - x - 1}z`;
    }
  }
  return { side: size + 2 * quietZone, path };
}
