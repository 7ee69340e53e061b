import type { StaffReply } from '@exam/contract/staff/client';
import { acceptedFiles } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { refusalOf } from '../../app/refusal.ts';
import { uploadFile } from '../../app/upload.ts';
import { frameWords } from '../../messages/frame.ts';
import { pageWords } from '../../messages/page.ts';

/** A button that sends one file of staff; what was refused is below it. */
export function UploadButton(props: {
  label: string;
  isBusy?: boolean;
  onSent: (file: StaffReply<'files.upload'>) => void;
}) {
  const words = useMessages(pageWords);
  const frame = useMessages(frameWords);
  const input = useRef<HTMLInputElement>(null);
  const sending = useMutation({ mutationFn: uploadFile, onSuccess: props.onSent });
  const refusal = refusalOf(sending.error, frame.somethingWrong);
  return (
    <div>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFiles}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) sending.mutate(file);
        }}
      />
      <Button
        variant="secondary"
        small
        busy={sending.isPending || props.isBusy === true}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </Button>
      <p className="mt-1 text-sm text-ink-2">{words.fileKinds}</p>
      {refusal !== undefined && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
