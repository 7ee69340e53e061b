import { isOfficeWithPassword } from '#office/files';
import { isZip } from '#platform/zip';

/** The first words of pages and lists that programs give the name .xls. */
const markup = /^\s*<(?:!doctype html|html|table|meta|\?xml|\?mso|style|div)/i;
/** Parts by which containers of other forms are known: OpenDocument, Numbers, Excel's binary workbooks and those with programs. */
const foreignParts = ['META-INF/manifest.xml', 'Index/Document.iwa', 'xl/workbook.bin', 'xl/vbaProject.bin'];
/** How a workbook began before 1993: one stream, no container. */
const oldStarts = [0x09, 0x0209, 0x0409, 0x0809];

/**
 * What to say of a file that holds a list and is no workbook that is read: web pages and text under the name of one, OpenDocument, Numbers, binary
 * workbooks, those with programs and those of the early nineties (`IMPORT_SAVE_AS`), and those with a password (`FILE_PASSWORD`). Null for anything else.
 */
export function foreignForm(file: Buffer): 'IMPORT_SAVE_AS' | 'FILE_PASSWORD' | null {
  if (file.length < 4) return null;
  if (isOfficeWithPassword(file)) return 'FILE_PASSWORD';
  if (isZip(file)) return foreignParts.some((name) => file.includes(name)) ? 'IMPORT_SAVE_AS' : null;
  return oldStarts.includes(file.readUInt16LE(0)) || isText(file) ? 'IMPORT_SAVE_AS' : null;
}

/** Markup, or lines with a comma, a tab or a semicolon in the first of them. */
function isText(file: Buffer): boolean {
  const isWide = file[0] === 0xff && file[1] === 0xfe;
  const start = file.subarray(0, 4000);
  if (!isWide && start.includes(0)) return false;
  const text = start.toString(isWide ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
  return markup.test(text) || /^[^\n]*[,;\t][^\n]*(?:\n|$)/.test(text);
}
