import { Field } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, showToast } from '@exam/ui/parts';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../app/files/save-file.ts';
import { candidateImportWords } from '../../../messages/candidate-import.ts';
import { useUpload, type NoteOfFile, type Preview } from './data.ts';
import { ImportPreview } from './preview.tsx';

/** `notes` are of the file: a corrected row changes none of them. */
type Stage = { preview: Preview | null; notes: readonly NoteOfFile[]; isGone: boolean };

const atFirst: Stage = { preview: null, notes: [], isGone: false };

/** Many candidates from a file: template, upload, preview with what is wrong, confirm. */
export function ImportCandidates({ onClose }: { onClose: () => void }) {
  const words = useMessages(candidateImportWords);
  const [{ preview, notes, isGone }, setStage] = useState<Stage>(atFirst);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = preview?.previewId ?? '';
  const before = useRef(shown);
  useEffect(() => {
    // The page has changed under the button that was pressed: go on reading at its top.
    if (before.current !== shown) heading.current?.focus();
    before.current = shown;
  }, [shown]);
  const restart = () => setStage(atFirst);
  return (
    <div className="page-width py-8">
      <h1 ref={heading} tabIndex={-1} className="mb-2 text-3xl">
        {preview === null ? words.title : words.previewTitle}
      </h1>
      {preview === null ? (
        <>
          <p className="mb-6 text-ink-2">{words.intro}</p>
          {isGone && <EmptyState title={words.goneTitle}>{words.goneText}</EmptyState>}
          <TemplateStep />
          <UploadStep onRead={(read) => setStage({ preview: read, notes: read.notes, isGone: false })} />
          <Button variant="quiet" className="-mx-3" onClick={onClose}>
            {words.back}
          </Button>
        </>
      ) : (
        <ImportPreview
          preview={preview}
          notes={notes}
          onChanged={(changed) => setStage({ preview: changed, notes, isGone: false })}
          onGone={() => setStage({ ...atFirst, isGone: true })}
          onRestart={restart}
          onSaved={(count) => {
            void showToast(words.saved(count), 'success');
            onClose();
          }}
        />
      )}
    </div>
  );
}

function TemplateStep() {
  const words = useMessages(candidateImportWords);
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await saveFile({ name: 'attachment.importTemplate' }, words.templateName);
    setBusy(false);
  };
  return (
    <section className="mb-8 max-w-form" aria-labelledby="import-template">
      <h2 id="import-template" className="mb-2 text-xl">
        {words.templateTitle}
      </h2>
      <p className="mb-4">{words.templateText}</p>
      <Button variant="secondary" busy={isBusy} onClick={() => void download()}>
        {words.download}
      </Button>
    </section>
  );
}

function UploadStep({ onRead }: { onRead: Parameters<typeof useUpload>[0] }) {
  const words = useMessages(candidateImportWords);
  const { sending, error, send, cancel } = useUpload(onRead);
  const input = useRef<HTMLInputElement>(null);
  return (
    <section className="mb-6 max-w-form" aria-labelledby="import-upload">
      <h2 id="import-upload" className="mb-4 text-xl">
        {words.uploadTitle}
      </h2>
      <Field label={words.fileLabel} hint={words.uploadHint} error={error} id="import-file" group>
        {(control) => (
          <>
            <input
              ref={input}
              type="file"
              hidden
              accept=".xls,.xlsx"
              onChange={(event) => {
                const file = event.target.files?.[0];
                event.target.value = '';
                if (file !== undefined) void send(file);
              }}
            />
            <Button
              id={control.id}
              aria-describedby={control['aria-describedby']}
              busy={sending !== null}
              onClick={() => input.current?.click()}
            >
              {words.choose}
            </Button>
          </>
        )}
      </Field>
      <div aria-live="polite">
        {error !== undefined && <p className="sr-only">{error}</p>}
        {sending !== null && (
          <div className="card flex flex-wrap items-center gap-3">
            <label className="min-w-0 grow">
              <span className="mb-1 block">{sending.part < 1 ? words.sending(sending.name) : words.reading}</span>
              <progress className="w-full" max={1} value={sending.part} />
            </label>
            <Button variant="secondary" small onClick={cancel}>
              {words.cancel}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
