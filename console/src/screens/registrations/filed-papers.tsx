import { type FiledKind, filedKinds } from '@exam/contract/rules';
import type { FiledDocumentItem, MisconductCaseItem, RegistrationPage } from '@exam/contract/staff';
import { SelectField, TextField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, InstantText, StatusTag, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DayField } from '../../fields/index.ts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { registrationWords } from '../../messages/registrations.ts';
import {
  ActionButton,
  type FieldErrors,
  Loaded,
  objectKey,
  Section,
  typed,
  UploadButton,
  useSaveFile,
} from '../../page/index.ts';

type Filed = { documents: FiledDocumentItem[]; cases: MisconductCaseItem[] };

/** The papers that staff filed on a registration, and investigations into misconduct (S-18). */
export function FiledPapers({ registration: { id } }: { registration: RegistrationPage }) {
  const query = useQuery({
    queryKey: objectKey('application', id, 'filed'),
    queryFn: ({ signal }) => staffApi('filedPapers.list', { params: { id } }, { signal, isQuiet: true }),
  });
  return (
    <Loaded query={query}>
      {(filed) => (
        <>
          <Documents id={id} filed={filed} />
          <Cases id={id} cases={filed.cases} />
        </>
      )}
    </Loaded>
  );
}

function Documents({ id, filed: { documents, cases } }: { id: string; filed: Filed }) {
  const words = useMessages(registrationWords).filedPapers;
  const formats = useFormats();
  const may = useMay();
  const { save, dialog } = useSaveFile('filedPapers.document', (documentId, reason) => ({
    params: { id, documentId },
    body: { reason },
  }));
  return (
    <Section title={words.title} actions={may('applications:write') && <AddDocument id={id} cases={cases} />}>
      {documents.length === 0 ? (
        <p className="text-ink-2">{words.none}</p>
      ) : (
        <Table
          caption={words.title}
          rows={documents}
          rowKey={(row) => row.id}
          columns={[
            { key: 'kind', header: words.kind, cell: (row) => words.kinds[row.kind] },
            {
              key: 'file',
              header: words.file,
              cell: ({ id: documentId, file, note }) => (
                <>
                  {file !== null && (
                    <Button variant="secondary" small onClick={() => save({ id: documentId, fileName: file.fileName })}>
                      {typed(file.fileName)}
                    </Button>
                  )}
                  {note !== null && <p className="text-sm">{typed(note)}</p>}
                </>
              ),
            },
            {
              key: 'filed',
              header: words.filed,
              cell: (row) => (
                <>
                  <InstantText at={row.filedAt} /> {typed(row.filedBy)}
                </>
              ),
            },
            {
              key: 'kept',
              header: words.keptUntil,
              cell: ({ keptUntil }) => (keptUntil === null ? words.whileOpen : formats.instant(keptUntil)),
            },
          ]}
        />
      )}
      {dialog}
    </Section>
  );
}

type Typing = {
  kind: FiledKind;
  file: { id: string; name: string } | null;
  issuedOn: string;
  caseId: string;
  note: string;
};
const empty: Typing = { kind: 'identityDocument', file: null, issuedOn: '', caseId: '', note: '' };

function AddDocument({ id, cases }: { id: string; cases: readonly MisconductCaseItem[] }) {
  const words = useMessages(registrationWords).filedPapers;
  const [given, setGiven] = useState(empty);
  const open = cases.filter(({ status }) => status === 'Open');
  const isReady =
    given.file !== null &&
    (given.kind !== 'certificate' || given.issuedOn !== '') &&
    (given.kind !== 'cheatingEvidence' || open.length > 0);
  return (
    <ActionButton
      label={words.add}
      call="filedPapers.add"
      request={() => ({
        params: { id },
        body: {
          kind: given.kind,
          fileId: given.file?.id ?? '',
          note: given.note.trim() === '' ? null : given.note,
          ...(given.kind === 'certificate' && { issuedOn: given.issuedOn }),
          ...(given.kind === 'cheatingEvidence' && { caseId: given.caseId || (open[0]?.id ?? null) }),
        },
      })}
      isReady={isReady}
      confirmLabel={words.add}
      done={words.added}
      onDone={() => setGiven(empty)}
    >
      {(errors) => (
        <DocumentFields given={given} open={open} errors={errors} set={(part) => setGiven({ ...given, ...part })} />
      )}
    </ActionButton>
  );
}

type DocumentFieldsProps = {
  given: Typing;
  open: readonly MisconductCaseItem[];
  errors: FieldErrors;
  set: (part: Partial<Typing>) => void;
};

function DocumentFields({ given, open, errors, set }: DocumentFieldsProps) {
  const words = useMessages(registrationWords).filedPapers;
  const kindOf = (value: string) => filedKinds.find((kind) => kind === value) ?? given.kind;
  return (
    <div className="grid gap-4">
      <SelectField
        label={words.kind}
        hint={words.periods[given.kind]}
        value={given.kind}
        placeholder={null}
        options={filedKinds.map((value) => ({ value, label: words.kinds[value] }))}
        onChange={({ target }) => set({ kind: kindOf(target.value) })}
      />
      {given.kind === 'certificate' && (
        <DayField
          label={words.issuedOn}
          yearless="last"
          value={given.issuedOn}
          error={errors('issuedOn')}
          onChange={(issuedOn) => set({ issuedOn })}
        />
      )}
      {given.kind === 'cheatingEvidence' &&
        (open.length === 0 ? (
          <p>{words.caseFirst}</p>
        ) : (
          <SelectField
            label={words.case}
            value={given.caseId || (open[0]?.id ?? '')}
            placeholder={null}
            error={errors('caseId')}
            options={open.map(({ id: value, reason }) => ({ value, label: reason }))}
            onChange={({ target }) => set({ caseId: target.value })}
          />
        ))}
      <TextField
        label={words.note}
        optional
        maxLength={200}
        value={given.note}
        onChange={({ target }) => set({ note: target.value })}
      />
      <UploadButton
        label={given.file === null ? words.choose : words.chooseAnother}
        onSent={(file) => set({ file: { id: file.id, name: file.fileName } })}
      />
      {given.file !== null && <p role="status">{words.chosen(given.file.name)}</p>}
    </div>
  );
}

function Cases({ id, cases }: { id: string; cases: readonly MisconductCaseItem[] }) {
  const words = useMessages(registrationWords).filedPapers;
  const may = useMay();
  const isWriter = may('applications:write');
  return (
    <Section title={words.cases} actions={isWriter && <OpenCase id={id} />}>
      {cases.length === 0 ? (
        <p className="text-ink-2">{words.noCases}</p>
      ) : (
        <ul className="grid gap-4">
          {cases.map((each) => (
            <li key={each.id}>
              <StatusTag tone={each.status === 'Open' ? 'amber' : 'plain'}>{words.caseStates[each.status]}</StatusTag>{' '}
              {typed(each.reason)}
              <p className="text-sm text-ink-2">
                {words.opened} <InstantText at={each.openedAt} /> {typed(each.openedBy)}
              </p>
              {each.closedAt !== null && (
                <p className="text-sm text-ink-2">
                  {words.closed} <InstantText at={each.closedAt} /> {typed(each.closedBy)}: {typed(each.outcome)}
                </p>
              )}
              {each.status === 'Open' && isWriter && <CloseCase id={id} caseId={each.id} />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function OpenCase({ id }: { id: string }) {
  const words = useMessages(registrationWords).filedPapers;
  return (
    <ActionButton
      label={words.openCase}
      call="filedPapers.openCase"
      request={(reason) => ({ params: { id }, body: { reason } })}
      reason="needed"
      reasonLabel={words.caseReason}
      confirmLabel={words.openCase}
      done={words.caseOpened}
    >
      <p className="mb-4">{words.openCaseText}</p>
    </ActionButton>
  );
}

function CloseCase({ id, caseId }: { id: string; caseId: string }) {
  const words = useMessages(registrationWords).filedPapers;
  return (
    <ActionButton
      label={words.closeCase}
      call="filedPapers.closeCase"
      request={(reason) => ({ params: { id, caseId }, body: { reason } })}
      reason="needed"
      reasonLabel={words.outcome}
      confirmLabel={words.closeCase}
      done={words.caseClosed}
    >
      <p className="mb-4">{words.closeCaseText}</p>
    </ActionButton>
  );
}
