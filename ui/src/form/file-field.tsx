import { useRef } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { Field, type FieldTexts } from './field.tsx';

/** A file that has been sent: the server's id and the name it came with. */
export type ChosenFile = { id: string; fileName: string };

/** JPEG, PDF, Word and Excel, as the specification allows (2-rules section 5). */
export const acceptedFiles =
  '.jpg,.jpeg,.pdf,.doc,.docx,.xls,.xlsx,image/jpeg,application/pdf,application/msword,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Files already sent, and a button to send more. Sending and its refusals are the caller's.
 * @param props.max how many there may be; the button goes away at that number
 */
export function FileField(
  props: FieldTexts & {
    id?: string;
    files: readonly ChosenFile[];
    max: number;
    busy?: boolean;
    onAdd: (files: File[]) => void;
    onRemove: (id: string) => void;
  },
) {
  const words = useMessages(uiWords);
  const input = useRef<HTMLInputElement>(null);
  const isFull = props.files.length >= props.max;
  return (
    <Field
      label={props.label}
      hint={props.hint ?? words.fileKinds}
      error={props.error}
      optional={props.optional}
      id={props.id}
      group
    >
      {(control) => (
        <>
          <FileList files={props.files} onRemove={props.onRemove} />
          <input
            ref={input}
            type="file"
            hidden
            multiple={props.max > 1}
            accept={acceptedFiles}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])];
              event.target.value = '';
              if (chosen.length > 0) props.onAdd(chosen);
            }}
          />
          {!isFull && (
            <Button
              id={control.id}
              variant="secondary"
              busy={props.busy}
              aria-describedby={control['aria-describedby']}
              onClick={() => input.current?.click()}
            >
              {words.chooseFiles}
            </Button>
          )}
        </>
      )}
    </Field>
  );
}

function FileList({ files, onRemove }: { files: readonly ChosenFile[]; onRemove: (id: string) => void }) {
  const words = useMessages(uiWords);
  if (files.length === 0) return null;
  return (
    <ul className="mb-2 grid gap-2">
      {files.map((file) => (
        <li key={file.id} className="flex items-center justify-between gap-3">
          <span className="min-w-0">{file.fileName}</span>
          <Button variant="quiet" small aria-label={words.remove(file.fileName)} onClick={() => onRemove(file.id)}>
            {words.removeShort}
          </Button>
        </li>
      ))}
    </ul>
  );
}
