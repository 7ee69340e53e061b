import type { FileKind } from '@exam/contract/entities';
import { claimedFileKind, maximumFileBytes, uploadProblem } from '@exam/contract/rules';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { refuse } from '#platform/errors';
import { inLine } from '#platform/line';
import { isZip, readDirectory } from '#platform/zip';
import { takeApart } from './take-apart.ts';

const maximumEntries = 1000;
/** A photo of more pixels than any telephone's would only cost memory (T20). */
const million = 1_000_000;
const maximumPixels = 60 * million;
/** A progressive picture is held with all its pixels at once, several bytes each. */
const maximumProgressivePixels = 24 * million;

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
 * documents are taken apart, and refused when something in them can act; pictures are drawn again, so that nothing but the picture is kept.
 * @param owner who sends it: one owner's files wait for each other.
 * @throws Refusal FILE_EMPTY, FILE_TOO_LARGE, FILE_FORMAT, FILE_PIXELS, FILE_UNSAFE, which names the part of an Office file that can act,
 *   FILE_PASSWORD; BUSY (503) when too many documents or pictures wait.
 */
export async function inspectFile(
  owner: string,
  content: Buffer,
  fileName: string,
): Promise<{ kind: FileKind; content: Buffer }> {
  const problem = uploadProblem({ name: fileName, size: content.length });
  if (problem !== null) refuse(problem);
  const kind = claimedFileKind(fileName) ?? refuse('FILE_FORMAT');
  const part = isZip(content) ? actingPart(content) : undefined;
  if (part !== undefined) refuse('FILE_UNSAFE', { part });
  if ((await kindOf(content)) !== kind) refuse(isOfficeWithPassword(content) ? refusals.password : refusals.format);
  if (kind === 'jpeg') return { kind, content: await redraw(owner, content) };
  const verdict = await takeApart(owner, { kind, content });
  if (verdict !== 'good') refuse(refusals[verdict]);
  return { kind, content };
}

async function kindOf(content: Buffer): Promise<FileKind | null> {
  if (content.subarray(0, 8).equals(compoundMark)) return compoundKind(content);
  if (isZip(content)) return containerKind(content);
  // Some programs put the mark of UTF-8 before it.
  if (/^(?:\u00EF\u00BB\u00BF)?%PDF-/.test(content.toString('latin1', 0, 8))) return 'pdf';
  const found = await fileTypeFromBuffer(content.subarray(0, 64 * 1024)).catch(() => undefined);
  return found?.ext === 'jpg' ? 'jpeg' : null;
}

/** The name of a part of an Office file that is a program, a control or an object of another program, such as a formula of MathType. */
function actingPart(content: Buffer): string | undefined {
  const name = /(?:word|xl)\/(?:vbaProject\.bin|(?:embeddings|activeX)\/[\w.-]{1,60}\.(?:bin|exe|dll))/i;
  return name.exec(content.toString('latin1'))?.[0];
}

/** Turned as the camera held it, without place, device and thumbnail. Its pixels are counted before any of them is drawn. */
async function redraw(owner: string, content: Buffer): Promise<Buffer> {
  const known = await sharp(content, { limitInputPixels: false })
    .metadata()
    .catch(() => ({}) as { width?: number; height?: number; isProgressive?: boolean });
  const pixels = (known.width ?? 0) * (known.height ?? 0);
  const limit = known.isProgressive === true ? maximumProgressivePixels : maximumPixels;
  if (pixels > limit) refuse('FILE_PIXELS', { found: Math.ceil(pixels / million), limit: limit / million });
  return await inLine('filesOfOne', owner, () => inLine('pictures', '', () => drawn(content)));
}

async function drawn(content: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(content, { limitInputPixels: maximumPixels, failOn: 'error' }).rotate();
    const good = await picture.jpeg({ quality: 88 }).toBuffer();
    return good.length <= maximumFileBytes ? good : await picture.jpeg({ quality: 70 }).toBuffer();
  } catch {
    return refuse('FILE_FORMAT');
  }
}

const refusals = { format: 'FILE_FORMAT', unsafe: 'FILE_UNSAFE', password: 'FILE_PASSWORD' } as const;

const compoundMark = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const named = (name: string) => Buffer.from(`${name}\0`, 'utf16le');

const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');

/** Whether it is a letter or workbook of Office that opens with a password only; it is then a container of before 2007, whatever its name says. */
export function isOfficeWithPassword(content: Buffer): boolean {
  return content.subarray(0, 8).equals(compoundMark) && content.includes(encryptedPart);
}

function compoundKind(content: Buffer): FileKind | null {
  if (content.includes(named('WordDocument'))) return 'doc';
  return content.includes(named('Workbook')) || content.includes(named('Book')) ? 'xls' : null;
}

function containerKind(content: Buffer): FileKind | null {
  const names = new Set(readDirectory(content, maximumEntries)?.map(({ name }) => name));
  if (!names.has('[Content_Types].xml')) return null;
  if (names.has('word/document.xml')) return 'docx';
  return names.has('xl/workbook.xml') ? 'xlsx' : null;
}
