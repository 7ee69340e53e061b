/** A PDF of one page with one line of Latin letters, as an upload. */
export function onePage(fileName: string, line: string): { fileName: string; content: Buffer } {
  const text = `BT /F1 16 Tf 60 760 Td (${line.replaceAll(/[()\\]/g, '')}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer<</Size ${places.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return { fileName, content: Buffer.from(file + table + end, 'latin1') };
}
