import type { ChosenFile } from '@exam/ui/form';
import { isFields, useTyped } from '../../../app/draft/typed.ts';
import { useUploads } from '../../../app/files/use-uploads.ts';
import type { PostTestDraft } from '../post-test-data.ts';

/** The most files a request holds. */
const most = 5;

function areFiles(value: unknown): value is readonly ChosenFile[] {
  const isFile = (each: unknown) =>
    isFields(each) && typeof each['id'] === 'string' && typeof each['fileName'] === 'string';
  return Array.isArray(value) && value.every(isFile);
}

/** The uploaded consent form of a draft: what it holds, and what is added now. */
export function useFormFiles(draft: PostTestDraft) {
  const [files, setFiles] = useTyped<readonly ChosenFile[]>(
    `postTest:${draft.id}:files`,
    () => draft.formFiles.map(({ id, fileName }) => ({ id, fileName })),
    areFiles,
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
