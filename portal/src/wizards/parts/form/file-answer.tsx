import { FileField, type ChosenFile, type FileWidgetProps } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useEffect, useRef, useState } from 'react';
import { rememberFile, useOwnFiles } from '../../../app/files/own-files.ts';
import { useUploads } from '../../../app/files/use-uploads.ts';
import { uploadWords } from '../../../messages/upload.ts';

/**
 * A field of files of a registration form: each is sent at once, and the answer holds the ids of what has arrived. Files that the server
 * has thrown away since are taken out of the answer, and the person is told.
 */
export function FileAnswer({ ids, max, onChange, onBusy, ...texts }: FileWidgetProps) {
  const words = useMessages(uploadWords);
  // Asked for once: what the server had thrown away when the step was opened.
  const [before] = useState(ids);
  const { files: known, gone } = useOwnFiles(before);
  const [arrived, setArrived] = useState<readonly ChosenFile[]>([]);
  // Several files may arrive between two drawings of the page.
  const latest = useRef(ids);
  useEffect(() => {
    latest.current = ids;
    const left = ids.filter((id) => !gone.includes(id));
    if (left.length < ids.length) onChange(left);
  }, [ids, gone, onChange]);
  const change = (next: readonly string[]) => {
    latest.current = next;
    onChange(next);
  };
  const onArrived = (file: ChosenFile) => {
    rememberFile(file);
    setArrived((all) => [...all, file]);
    change([...latest.current, file.id]);
  };
  const uploads = useUploads({ arrived: ids.length, max, onArrived });
  const isBusy = uploads.sending.length > 0;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  return (
    <>
      <FileField
        {...texts}
        photos
        files={[...known, ...arrived].filter(({ id }) => ids.includes(id))}
        sending={uploads.sending}
        failed={uploads.failed}
        max={max}
        onAdd={uploads.add}
        onRemove={(id) => change(latest.current.filter((each) => each !== id))}
        onStop={uploads.stop}
        onRetry={uploads.retry}
        onDismiss={uploads.dismiss}
      />
      {gone.length > 0 && (
        <Notice tone="warning" live>
          {words.gone}
        </Notice>
      )}
    </>
  );
}
