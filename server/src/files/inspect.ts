import type { FileKind } from '@exam/contract/entities';
import { claimedFileKind, maximumFileBytes, uploadProblem } from '@exam/contract/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { contentOf, growsTooMuch, isZip, readDirectory, type ZipEntry } from '#platform/zip';
import { refuse } from '#platform/errors';

const zipLimits = { entries: 1000, bytes: 64 * 1024 * 1024, ratio: 100, ratioFrom: 1024 * 1024 };
/** A photo of more pixels than any telephone's would only cost memory (T20). */
const maximumPixels = 60_000_000;

/** Media types by kind, as they are stored and shown; files are always sent to be saved, never to be shown. */
export const mediaTypes: Readonly<Record<FileKind, string>> = {
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Decides by its content what a file is and gives back what may be kept of it (T19): the kind found must be the one its name claims;
 * documents with programs in them are refused; pictures are drawn anew, so that nothing but the picture is kept.
 * @throws Refusal FILE_EMPTY, FILE_TOO_LARGE, FILE_FORMAT, FILE_UNSAFE.
 */
export async function inspectFile(content: Buffer, fileName: string): Promise<{ kind: FileKind; content: Buffer }> {
  const problem = uploadProblem({ name: fileName, size: content.length });
  if (problem !== null) refuse(problem);
  const kind = claimedFileKind(fileName) ?? refuse('FILE_FORMAT');
  if ((await kindOf(content)) !== kind) refuse('FILE_FORMAT');
  if (kind === 'jpeg') return { kind, content: await redraw(content) };
  if (kind === 'pdf') checkPdf(content);
  if (kind === 'doc' || kind === 'xls') checkCompound(content);
  return { kind, content };
}

async function kindOf(content: Buffer): Promise<FileKind | null> {
  if (content.subarray(0, 8).equals(compoundMark)) return compoundKind(content);
  if (isZip(content)) return await containerKind(content);
  const found = await fileTypeFromBuffer(content.subarray(0, 64 * 1024)).catch(() => undefined);
  if (found?.ext === 'jpg') return 'jpeg';
  return found?.ext === 'pdf' && content.subarray(0, 5).toString('latin1') === '%PDF-' ? 'pdf' : null;
}

/** Turned as the camera held it, without place, device and thumbnail. */
async function redraw(content: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(content, { limitInputPixels: maximumPixels, failOn: 'error' }).rotate();
    const drawn = await picture.jpeg({ quality: 88 }).toBuffer();
    return drawn.length <= maximumFileBytes ? drawn : await picture.jpeg({ quality: 70 }).toBuffer();
  } catch {
    return refuse('FILE_FORMAT');
  }
}

/** A whole document that starts no program when it is opened. */
function checkPdf(content: Buffer): void {
  if (!content.subarray(-1024).includes('%%EOF')) refuse('FILE_FORMAT');
  const text = content.toString('latin1');
  if (/\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia)\b/.test(text)) refuse('FILE_UNSAFE');
}

const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const named = (name: string) => Buffer.from(`${name}\0`, 'utf16le');

function compoundKind(content: Buffer): FileKind | null {
  if (content.includes(named('WordDocument'))) return 'doc';
  return content.includes(named('Workbook')) || content.includes(named('Book')) ? 'xls' : null;
}

/** Names of the parts in which the old formats keep their programs and packed files. */
const programParts = ['_VBA_PROJECT', 'VBA', 'Macros', '_VBA_PROJECT_CUR', 'Ole10Native'];

function checkCompound(content: Buffer): void {
  if (programParts.some((name) => content.includes(named(name)))) refuse('FILE_UNSAFE');
}

async function containerKind(content: Buffer): Promise<FileKind | null> {
  const entries = readDirectory(content, zipLimits.entries);
  if (!entries) return null;
  const declared = entries.reduce((sum, { inflated }) => sum + inflated, 0);
  if (declared > zipLimits.bytes || entries.some((entry) => growsTooMuch(entry, zipLimits)))
    return refuse('FILE_UNSAFE');
  await checkParts(content, entries);
  const names = new Set(entries.map(({ name }) => name));
  if (!names.has('[Content_Types].xml')) return null;
  if (names.has('word/document.xml')) return 'docx';
  return names.has('xl/workbook.xml') ? 'xlsx' : null;
}

/** Every part inflates to the size it says, and none declares a program or an entity. */
async function checkParts(content: Buffer, entries: readonly ZipEntry[]): Promise<void> {
  for (const entry of entries) {
    const part = await contentOf(content, entry);
    if (!part) refuse('FILE_FORMAT');
    const isText = /\.(?:xml|rels)$/i.test(entry.name);
    if (isText && ['<!DOCTYPE', '<!ENTITY', 'macroEnabled'].some((mark) => part.includes(mark))) refuse('FILE_UNSAFE');
  }
}
