import { useRef } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { Field, type FieldTexts } from './field.tsx';

/** A file that has been sent: the server's id and the name it came with. */
export type ChosenFile = { id: string; fileName: string };

/** A file on its way: how much of it has been sent, 0 to 1. */
export type SendingFile = ChosenFile & { part: number };

/** JPEG, PDF, Word and Excel, as the specification allows (2-rules section 5). */
export const acceptedFiles =
  '.jpg,.jpeg,.pdf,.doc,.docx,.xls,.xlsx,image/jpeg,application/pdf,application/msword,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Files already sent, and a button to send more. Sending and its refusals are the caller's.
 * @param props.max how many there may be; the button goes away at that number
 * @param props.sending files on their way, each with a button that stops it
 */
export function FileField(
  props: FieldTexts & {
    id?: string;
    files: readonly ChosenFile[];
    sending?: readonly SendingFile[];
    onStop?: (id: string) => void;
    max: number;
    busy?: boolean;
    onAdd: (files: File[]) => void;
    onRemove: (id: string) => void;
  },
) {
  const words = useMessages(uiWords);
  const input = useRef<HTMLInputElement>(null);
  const { sending = [] } = props;
  const isFull = props.files.length + sending.length >= props.max;
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
          <SendingList files={sending} onStop={props.onStop} />
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
          <span className="min-w-0 wrap-anywhere">{file.fileName}</span>
          <Button variant="quiet" small aria-label={words.remove(file.fileName)} onClick={() => onRemove(file.id)}>
            {words.removeShort}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function SendingList(props: { files: readonly SendingFile[]; onStop: ((id: string) => void) | undefined }) {
  const words = useMessages(uiWords);
  const { files, onStop } = props;
  return (
    <div aria-live="polite">
      {files.map((file) => (
        <div key={file.id} className="mb-2 flex items-center justify-between gap-3">
          <label className="min-w-0 grow">
            <span className="block wrap-anywhere">
              {file.part < 1 ? words.sendingFile(file.fileName) : words.checkingFile(file.fileName)}
            </span>
            <progress className="w-full" max={1} value={file.part} />
          </label>
          {onStop !== undefined && (
            <Button variant="quiet" small aria-label={words.stopFile(file.fileName)} onClick={() => onStop(file.id)}>
              {words.cancel}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
