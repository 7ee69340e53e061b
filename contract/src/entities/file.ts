import * as z from 'zod/mini';
import { count, id, instant, text } from './scalars.ts';

/** What a person may upload: jpeg, pdf, word or excel. */
export const fileKinds = ['jpeg', 'pdf', 'doc', 'docx', 'xls', 'xlsx'] as const;
export const fileKind = z.enum(fileKinds);
export type FileKind = (typeof fileKinds)[number];

/** An uploaded file as its owner sees it. The name is the sender's, made harmless; the type is found in the content. */
export const storedFile = z.object({
  id,
  fileName: text(255),
  fileSize: count,
  fileType: text(100),
  uploadedAt: instant,
});
export type StoredFile = z.output<typeof storedFile>;
