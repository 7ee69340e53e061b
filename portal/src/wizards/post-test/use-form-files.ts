import type { ChosenFile } from '@exam/ui/form';
import { useState } from 'react';
import { useUploads } from '../../app/use-uploads.ts';
import type { PostTestDraft } from './post-test-data.ts';

/** The most files a request holds. */
const most = 5;

/** The uploaded consent form of a draft: what it holds, and what is added now. */
export function useFormFiles(draft: PostTestDraft) {
  const [files, setFiles] = useState<readonly ChosenFile[]>(() =>
    draft.formFiles.map(({ id, fileName }) => ({ id, fileName })),
  );
  const uploads = useUploads({
    arrived: files.length,
    max: most,
    onArrived: (file) => setFiles((all) => [...all, file]),
  });
  return {
    ...uploads,
    files,
    max: most,
    ids: files.map(({ id }) => id),
    remove: (id: string) => setFiles((all) => all.filter((file) => file.id !== id)),
  };
}

export type FormFiles = ReturnType<typeof useFormFiles>;
