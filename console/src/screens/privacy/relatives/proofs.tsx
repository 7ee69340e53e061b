import { type EvidenceKind, evidenceKinds } from '@exam/contract/rules';
import type { RelativeEvidence } from '@exam/contract/staff';
import { SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Table } from '@exam/ui/parts';
import { useState } from 'react';
import { useMay } from '../../../app/session.ts';
import { relativesWords } from '../../../messages/relatives.ts';
import { ActionButton, Section, typed, UploadButton, useSaveFile } from '../../../page/index.ts';
import { isOpenRequest, type RelativeAsking } from './request.ts';

type Props = { request: RelativeAsking };

/** The proofs of death and of kinship: filed, looked at, and noted as checked. */
export function Proofs({ request }: Props) {
  const words = useMessages(relativesWords);
  const may = useMay();
  const isWriter = may('privacy:write') && isOpenRequest(request);
  const { save, dialog } = useSaveFile('rights.evidence', (evidenceId, reason) => ({
    params: { id: request.id, evidenceId },
    body: { reason },
  }));
  const { evidence } = request.relative;
  return (
    <Section title={words.proofs} actions={isWriter && <AddProof request={request} />}>
      {evidence.length === 0 ? (
        <p className="text-ink-2">{words.noProofs}</p>
      ) : (
        <Table
          caption={words.proofs}
          rows={evidence}
          rowKey={(row) => row.id}
          columns={[
            { key: 'kind', header: words.paper, cell: ({ kind }) => words.evidence[kind] },
            {
              key: 'file',
              header: words.file,
              cell: ({ id, file }) =>
                file !== null && (
                  <Button variant="secondary" small onClick={() => save({ id, fileName: file.fileName })}>
                    {typed(file.fileName)}
                  </Button>
                ),
            },
            {
              key: 'filed',
              header: words.filed,
              cell: ({ filedAt, filedBy }) => (
                <span>
                  <InstantText at={filedAt} /> {typed(filedBy)}
                </span>
              ),
            },
            {
              key: 'checked',
              header: words.checked,
              cell: (paper) => <Checked request={request} paper={paper} isWriter={isWriter} />,
            },
          ]}
        />
      )}
      {dialog}
    </Section>
  );
}

function Checked({ request, paper, isWriter }: Props & { paper: RelativeEvidence; isWriter: boolean }) {
  const words = useMessages(relativesWords);
  if (paper.checkedAt !== null)
    return (
      <span>
        <InstantText at={paper.checkedAt} /> {typed(paper.checkedBy)}
      </span>
    );
  if (!isWriter) return words.notChecked;
  const params = { id: request.id, evidenceId: paper.id };
  const { version } = request;
  const name = words.evidence[paper.kind];
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        label={words.check}
        title={words.checkWhat(name)}
        call="rights.checkEvidence"
        request={() => ({ params, body: { version } })}
        confirmLabel={words.check}
        done={words.checkedDone}
      >
        <p>{words.checkText}</p>
      </ActionButton>
      <ActionButton
        label={words.remove}
        title={words.removeWhat(name)}
        variant="quiet"
        call="rights.removeEvidence"
        request={(reason) => ({ params, body: { version, reason } })}
        reason="needed"
        isDangerous
        confirmLabel={words.remove}
        done={words.removed}
      >
        <p className="mb-4">{words.removeText}</p>
      </ActionButton>
    </div>
  );
}

type Chosen = { id: string; name: string };

function AddProof({ request: { id, version, relative } }: Props) {
  const words = useMessages(relativesWords);
  const wanted = evidenceKinds.find((kind) => !relative.evidence.some((paper) => paper.kind === kind)) ?? 'Other';
  const [typedKind, setKind] = useState<EvidenceKind | null>(null);
  const [file, setFile] = useState<Chosen | null>(null);
  const kind = typedKind ?? wanted;
  return (
    <ActionButton
      label={words.add}
      call="rights.addEvidence"
      request={() => ({ params: { id }, body: { version, kind, fileId: file?.id ?? '' } })}
      isReady={file !== null}
      confirmLabel={words.add}
      done={words.added}
      onDone={() => {
        setKind(null);
        setFile(null);
      }}
    >
      <div>
        <p className="mb-4">{words.addText}</p>
        <SelectField
          label={words.paper}
          value={kind}
          placeholder={null}
          options={evidenceKinds.map((value) => ({ value, label: words.evidence[value] }))}
          onChange={({ target }) => setKind(evidenceKinds.find((each) => each === target.value) ?? kind)}
        />
        <UploadButton
          label={file === null ? words.choose : words.chooseAnother}
          onSent={(sent) => setFile({ id: sent.id, name: sent.fileName })}
        />
        {file !== null && (
          <p role="status" className="mt-4">
            {words.chosen(file.name)}
          </p>
        )}
      </div>
    </ActionButton>
  );
}
