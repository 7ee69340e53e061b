import { cancellationLimits } from '@exam/contract/rules';
import type { ChosenFile } from '@exam/ui/form';
import { useState } from 'react';
import { useUploads } from '../../app/files/use-uploads.ts';

const { documents: limit } = cancellationLimits;

/**
 * Documents on their way to the server and those that have arrived but belong to nothing yet.
 * @param present how many the request holds already
 */
export function useDocuments(present: number) {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const uploads = useUploads({
    arrived: files.length,
    max: limit - present,
    onArrived: (file) => setFiles((all) => [...all, file]),
  });
  return {
    ...uploads,
    files,
    /** Room beside those present. */
    max: limit - present,
    remove: (id: string) => setFiles((all) => all.filter((file) => file.id !== id)),
  };
}

export type Documents = ReturnType<typeof useDocuments>;
