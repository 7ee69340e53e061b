import qrcode from 'qrcode';

/** Modules of white border that readers need on every side (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * The QR code's modules for a text, row by row, true = dark; error correction M (a creased letter still reads).
 * Throws when the text is too long for a QR code (about 2,300 bytes).
 */
export function qrMatrix(text: string): boolean[][] {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  return Array.from({ length: modules.size }, (_row, y) =>
    Array.from({ length: modules.size }, (_column, x) => modules.get(y, x) === 1),
  );
}

/**
 * The QR code as a standalone SVG: one unit per module, white ground with its quiet zone, one path, `alternativeText` as its
 * accessible name. Takes the text to encode; the same text always gives the same bytes. Throws as `qrMatrix` does.
 */
export function qrSvg(text: string, alternativeText: string): string {
  const matrix = qrMatrix(text);
  const side = matrix.length + 2 * QUIET_ZONE;
  const path = matrix.map((row, y) => rowPath(row, y + QUIET_ZONE)).join('');
  const name = escapeXml(alternativeText);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}"` +
    ` role="img" aria-label="${name}" shape-rendering="crispEdges"><title>${name}</title>` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#16211f" d="${path}"/></svg>`
  );
}

/** One row as horizontal bars, neighbours joined: fewer bytes, and no hairline between modules in print. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  let start = -1;
  for (let x = 0; x <= row.length; x += 1) {
    const dark = row[x] === true;
    if (dark && start < 0) start = x;
    if (!dark && start >= 0) {
      path += `M${start + QUIET_ZONE} ${y}h${x - start}v1h${start - x}z`;
      start = -1;
    }
  }
  return path;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
