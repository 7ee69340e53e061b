import type { FileKind } from '../entities/index.ts';

/** A file at most so large. */
export const maximumFileBytes = 5 * 1024 * 1024;

const endings: Readonly<Record<string, FileKind>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  pdf: 'pdf',
  doc: 'doc',
  docx: 'docx',
  xls: 'xls',
  xlsx: 'xlsx',
};

/** The kind that a file's name claims; null for a kind that may not be uploaded. The content has the last word (T19). */
export function claimedFileKind(name: string): FileKind | null {
  return endings[/\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null;
}

/** What is wrong with a file by its name and size in bytes, before its content is looked at; null when it may be sent. */
export function uploadProblem(file: {
  name: string;
  size: number;
}): 'FILE_EMPTY' | 'FILE_TOO_LARGE' | 'FILE_FORMAT' | null {
  if (file.size === 0) return 'FILE_EMPTY';
  if (file.size > maximumFileBytes) return 'FILE_TOO_LARGE';
  return claimedFileKind(file.name) === null ? 'FILE_FORMAT' : null;
}
