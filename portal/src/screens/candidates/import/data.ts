import { newIdempotencyKey } from '@exam/ui/app';
import { CallError, type Reply } from '@exam/contract/client';
import { importLimits } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, queryClient } from '../../../app/api.ts';
import { uploadFile } from '../../../app/files/upload-file.ts';
import { candidateImportWords } from '../../../messages/candidate-import.ts';
import { noteImported } from '../../../page/candidates.ts';
import { childConsents } from '../form/answers.ts';
import { candidatesKey } from '../save-candidate.ts';

export type Preview = Reply<'candidate.correctImport'>;
export type PreviewRow = Preview['rows'][number];
export type NoteOfFile = Reply<'candidate.previewImport'>['notes'][number];
export type RowFilter = 'all' | 'faulty' | 'duplicates';

/** Whether something in the row has to be put right. */
export function isFaulty(row: PreviewRow): boolean {
  return Object.keys(row.errors).length > 0;
}

/** The rows that a filter shows. */
export function rowsShown(rows: readonly PreviewRow[], filter: RowFilter): PreviewRow[] {
  if (filter === 'faulty') return rows.filter(isFaulty);
  return filter === 'duplicates' ? rows.filter((row) => row.duplicate !== null) : [...rows];
}

/** How many rows there are of each kind. */
export function countsOf(rows: readonly PreviewRow[]) {
  const faulty = rows.filter(isFaulty).length;
  const duplicates = rows.filter((row) => row.duplicate !== null).length;
  return { right: rows.length - faulty - duplicates, faulty, duplicates };
}

/** Sending a file: how far it is, what was refused, and how to stop it. */
export function useUpload(onRead: (read: Reply<'candidate.previewImport'>) => void) {
  const words = useMessages(candidateImportWords);
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const [error, setError] = useState<string>();
  const stop = useRef<AbortController | null>(null);
  const send = async (file: File) => {
    setError(undefined);
    if (!/\.xlsx?$/i.test(file.name)) return setError(words.wrongFile);
    if (file.size > importLimits.bytes) {
      return setError(words.tooMuch({ what: 'bytes', found: file.size, limit: importLimits.bytes }));
    }
    stop.current = new AbortController();
    setSending({ name: file.name, part: 0 });
    try {
      const onProgress = (part: number) => setSending({ name: file.name, part });
      onRead(await uploadFile('candidate.previewImport', file, { onProgress, signal: stop.current.signal }));
    } catch (reason) {
      if (reason instanceof CallError) setError(reason.problem.userMessage || words.noConnection);
    } finally {
      setSending(null);
    }
  };
  return { sending, error, send, cancel: () => stop.current?.abort() };
}

/** Saves a preview; the lists of candidates are asked for again. */
export function useSavePreview() {
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({ previewId, isConsented }: { previewId: string; isConsented: boolean }) => {
      key.current ??= newIdempotencyKey();
      return api(
        'candidate.saveImport',
        { body: { previewId, consents: childConsents(isConsented) } },
        { idempotencyKey: key.current },
      );
    },
    onSuccess: async (saved) => {
      noteImported(saved.map(({ id }) => id));
      await queryClient.invalidateQueries({ queryKey: candidatesKey });
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem.status >= 400 && error.problem.status < 500) key.current = null;
    },
  });
}
