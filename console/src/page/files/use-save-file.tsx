import type { StaffRequest } from '@exam/contract/staff/client';
import type { StaffEndpointName } from '@exam/contract/staff/endpoints';
import { useMessages } from '@exam/ui/i18n';
import { useState, type ReactNode } from 'react';
import { download } from '../../app/download.ts';
import { pageWords } from '../../messages/page.ts';
import { FileDialog } from './dialog.tsx';

type File = { id: string; fileName: string };

/**
 * Files about people, each saved for a reason that the audit keeps.
 * @param request the call's request for one of them
 * @returns `save` opens the question for a file, `dialog` is the question, to be shown somewhere on the page
 */
export function useSaveFile<N extends StaffEndpointName>(
  call: N,
  request: (fileId: string, reason: string) => StaffRequest<N>,
): { save: (file: File) => void; dialog: ReactNode } {
  const words = useMessages(pageWords);
  const [file, setFile] = useState<File | null>(null);
  const dialog = file !== null && (
    <FileDialog
      title={words.saveFileOf(file.fileName)}
      text={words.saveFileText}
      start={(reason) => download(call, request(file.id, reason), file.fileName)}
      onClose={() => setFile(null)}
    />
  );
  return { save: setFile, dialog };
}
