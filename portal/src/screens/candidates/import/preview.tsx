import { CallError } from '@exam/contract/client';
import { chinaTimeOf } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button, FilterChips, Notice, Pagination } from '@exam/ui/parts';
import { useState } from 'react';
import { saveFile } from '../../../app/files/save-file.ts';
import { candidateImportWords } from '../../../messages/candidate-import.ts';
import { ChildConsent } from '../child-consent.tsx';
import { CorrectRow } from './correct-row.tsx';
import {
  countsOf,
  rowsShown,
  useSavePreview,
  type NoteOfFile,
  type Preview,
  type PreviewRow,
  type RowFilter,
} from './data.ts';
import { ImportRows } from './rows.tsx';

const pageSize = 20;

type Shown = { filter: RowFilter; page: number };

/** A file as it was read: what can be saved, what has to be put right first, and who is there already. */
export function ImportPreview(props: {
  preview: Preview;
  notes: readonly NoteOfFile[];
  onChanged: (preview: Preview) => void;
  /** The server does not know the preview any more. */
  onGone: () => void;
  onRestart: () => void;
  onSaved: (count: number) => void;
}) {
  const { preview } = props;
  const words = useMessages(candidateImportWords);
  const counts = countsOf(preview.rows);
  const [{ filter, page }, setShown] = useState<Shown>({ filter: counts.faulty > 0 ? 'faulty' : 'all', page: 1 });
  const [corrected, setCorrected] = useState<PreviewRow | null>(null);
  const rows = rowsShown(preview.rows, filter);
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize));
  const at = Math.min(page, pageCount);
  return (
    <>
      <p className="mb-2 text-ink-2">{words.keptUntil(chinaTimeOf(preview.expiresAt))}</p>
      <output className="mb-4 block font-bold">{words.summary(counts)}</output>
      {props.notes.length > 0 && <NotRead notes={props.notes} />}
      <div className="mb-4">
        <FilterChips
          label={words.filterLabel}
          name="rows"
          value={filter}
          onChange={(chosen) => setShown({ filter: chosen, page: 1 })}
          options={[
            { value: 'all', label: words.filters.all, count: preview.rows.length },
            { value: 'faulty', label: words.filters.faulty, count: counts.faulty },
            { value: 'duplicates', label: words.filters.duplicates, count: counts.duplicates },
          ]}
        />
      </div>
      {rows.length === 0 ? (
        <p className="py-4">{words.none}</p>
      ) : (
        <ImportRows rows={rows.slice((at - 1) * pageSize, at * pageSize)} onCorrect={setCorrected} />
      )}
      <Pagination page={at} pageCount={pageCount} onPage={(next) => setShown({ filter, page: next })} />
      <Acts {...props} counts={counts} />
      {corrected !== null && (
        <CorrectRow
          key={corrected.row}
          previewId={preview.previewId}
          row={preview.rows.find(({ row }) => row === corrected.row) ?? corrected}
          onChanged={props.onChanged}
          onGone={props.onGone}
          onClose={() => setCorrected(null)}
        />
      )}
    </>
  );
}

/** What is in the file and is in no row below. */
function NotRead({ notes }: { notes: readonly NoteOfFile[] }) {
  const words = useMessages(candidateImportWords);
  return (
    <div className="mb-4 max-w-form">
      <Notice tone="warning" title={words.notRead}>
        <ul className="mt-1 grid list-disc gap-1 ps-5">
          {notes.map(({ kind, name, count }) => (
            <li key={`${kind} ${name}`} className="wrap-anywhere">
              {words.notes[kind](name, count)}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function Acts(props: {
  preview: Preview;
  counts: ReturnType<typeof countsOf>;
  onGone: () => void;
  onRestart: () => void;
  onSaved: (count: number) => void;
}) {
  const { preview, counts } = props;
  const words = useMessages(candidateImportWords);
  const save = useSavePreview();
  const [isLoading, setLoading] = useState(false);
  const [consent, setConsent] = useState({ isTicked: false, isMissing: false });
  const children = preview.rows.filter(({ isConsentNeeded }) => isConsentNeeded);
  const confirm = () => {
    if (children.length > 0 && !consent.isTicked) return setConsent({ isTicked: false, isMissing: true });
    save.mutate(
      { previewId: preview.previewId, isConsented: consent.isTicked },
      {
        onSuccess: (saved) => props.onSaved(saved.length),
        onError: (error) => {
          if (error instanceof CallError && error.problem.status === 404) props.onGone();
        },
      },
    );
  };
  const download = async () => {
    setLoading(true);
    await saveFile({ name: 'candidate.importFaults', params: { id: preview.previewId } }, words.faultsName);
    setLoading(false);
  };
  return (
    <>
      {children.length > 0 && <GuardiansConsent people={children} consent={consent} onTick={setConsent} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {counts.right > 0 && (
          <Button busy={save.isPending} onClick={confirm}>
            {words.save(counts.right)}
          </Button>
        )}
        {counts.faulty > 0 && (
          <Button variant="secondary" busy={isLoading} onClick={() => void download()}>
            {words.downloadFaults}
          </Button>
        )}
        <Button variant="quiet" onClick={props.onRestart}>
          {words.another}
        </Button>
      </div>
    </>
  );
}

type Consent = { isTicked: boolean; isMissing: boolean };

/** One statement for all the children under 14 in the file. */
function GuardiansConsent(props: {
  people: readonly PreviewRow[];
  consent: Consent;
  onTick: (consent: Consent) => void;
}) {
  const words = useMessages(candidateImportWords);
  return (
    <div className="mt-6 max-w-form">
      <ChildConsent
        id="import-childKept"
        isTicked={props.consent.isTicked}
        error={props.consent.isMissing ? words.consentMissing : undefined}
        names={props.people.map(({ cells }) => `${cells.lastName} ${cells.firstName}`)}
        onTick={(isTicked) => props.onTick({ isTicked, isMissing: false })}
      />
    </div>
  );
}
