import { useRef, type RefObject } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { Field, type FieldTexts } from './field.tsx';

/** A file that has been sent: the server's id and the name it came with. */
export type ChosenFile = { id: string; fileName: string };

/** A file on its way: how much of it has been sent, 0 to 1. */
export type SendingFile = ChosenFile & { part: number };

/** A file that could not be sent, with the reason; `canRetry` where another try may help. */
export type FailedFile = ChosenFile & { text: string; canRetry: boolean };

/** JPEG, PDF, Word and Excel, as the specification allows. */
export const acceptedFiles =
  '.jpg,.jpeg,.pdf,.doc,.docx,.xls,.xlsx,image/jpeg,application/pdf,application/msword,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Photos that are made into JPEG in the page before they are sent. */
const acceptedPhotos = '.png,.webp,.heic,.heif,image/png,image/webp,image/heic,image/heif';

/**
 * Files already sent, and a button to send more. Sending and its refusals are the caller's.
 * @param props.max how many there may be; the button goes away at that number
 * @param props.sending files on their way, each with a button that stops it
 * @param props.failed files that were refused or did not arrive, each with a button to try again where that may help
 * @param props.photos whether photos of every kind may be chosen, which the caller makes into JPEG
 */
export function FileField(
  props: FieldTexts & {
    id?: string;
    files: readonly ChosenFile[];
    sending?: readonly SendingFile[];
    onStop?: (id: string) => void;
    failed?: readonly FailedFile[];
    onRetry?: (id: string) => void;
    onDismiss?: (id: string) => void;
    photos?: boolean;
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
          <FailedList files={props.failed ?? []} onRetry={props.onRetry} onDismiss={props.onDismiss} />
          <Picker input={input} multiple={props.max > 1} photos={props.photos === true} onAdd={props.onAdd} />
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

/** The browser's own way to files, out of sight: the button opens it. */
function Picker({
  input,
  ...props
}: {
  input: RefObject<HTMLInputElement | null>;
  multiple: boolean;
  photos: boolean;
  onAdd: (files: File[]) => void;
}) {
  return (
    <input
      ref={input}
      type="file"
      hidden
      multiple={props.multiple}
      accept={props.photos ? `${acceptedFiles},${acceptedPhotos}` : acceptedFiles}
      onChange={(event) => {
        const chosen = [...(event.target.files ?? [])];
        event.target.value = '';
        if (chosen.length > 0) props.onAdd(chosen);
      }}
    />
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

function FailedList(props: {
  files: readonly FailedFile[];
  onRetry: ((id: string) => void) | undefined;
  onDismiss: ((id: string) => void) | undefined;
}) {
  const words = useMessages(uiWords);
  const { files, onRetry, onDismiss } = props;
  return (
    <div role="alert">
      {files.length > 0 && (
        <ul className="mb-2 grid gap-2">
          {files.map((file) => (
            <li key={file.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 grow basis-60 wrap-anywhere text-seal">{words.fileFailed(file)}</span>
              <span className="flex gap-2">
                {file.canRetry && onRetry !== undefined && (
                  <Button
                    variant="secondary"
                    small
                    aria-label={words.retryFile(file.fileName)}
                    onClick={() => onRetry(file.id)}
                  >
                    {words.retry}
                  </Button>
                )}
                {onDismiss !== undefined && (
                  <Button
                    variant="quiet"
                    small
                    aria-label={words.remove(file.fileName)}
                    onClick={() => onDismiss(file.id)}
                  >
                    {words.removeShort}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
