import { useMessages } from '@exam/ui/i18n';
import { Button, Card, Money, Notice, Table, Tag, type Tone } from '@exam/ui/parts';
import { useState } from 'react';
import { saveFile } from '../../app/files/save-file.ts';
import { postTestsWords } from '../../messages/post-tests.ts';
import { wire } from '@exam/contract/wire';
import type { PostTest } from './post-test-data.ts';

type Component = PostTest['components'][number];

const tones: Record<NonNullable<Component['outcome']>, Tone> = { Lowered: 'seal', Confirmed: 'plain', Raised: 'jade' };

/** The components with what became of them, the grade, and the files that came back (9.6 #12). */
export function Outcome({ request }: { request: PostTest }) {
  const words = useMessages(postTestsWords);
  const isDone = request.completedAt !== null;
  const hasOutcome = request.components.some(({ outcome }) => outcome !== null);
  return (
    <section aria-labelledby="outcome">
      <h2 id="outcome" className="mb-3 text-xl">
        {isDone ? words.result.title : words.components}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isDone && <Grade request={request} />}
        {request.components.length > 0 && (
          <Table
            caption={words.components}
            rows={request.components}
            rowKey={(component) => component.componentId ?? component.code}
            columns={[
              {
                key: 'component',
                header: words.component,
                cell: ({ code, name }) => (
                  <span>
                    <span className="font-bold">{code}</span> {name}
                  </span>
                ),
              },
              { key: 'fee', header: words.fee, cell: ({ fee }) => <Money fen={fee} /> },
              ...(isDone && hasOutcome
                ? [
                    { key: 'outcome', header: words.outcome, cell: (row: Component) => <OutcomeTag row={row} /> },
                    { key: 'mark', header: words.mark, cell: (row: Component) => <Marks row={row} /> },
                  ]
                : []),
            ]}
          />
        )}
        {isDone && <Files request={request} title={words.result.files} files={request.boardFiles} />}
        {request.formFiles.length > 0 && <Files request={request} title={words.uploaded} files={request.formFiles} />}
      </div>
    </section>
  );
}

function Grade({ request }: { request: PostTest }) {
  const words = useMessages(postTestsWords).result;
  const { isGradeChanged, gradeBefore, gradeAfter, outcomeNote } = request;
  const changed =
    gradeBefore !== null && gradeAfter !== null
      ? words.gradeChanged({ before: gradeBefore, after: gradeAfter })
      : words.gradeChangedPlain;
  return (
    <>
      {isGradeChanged !== null && (
        <Notice tone={isGradeChanged ? 'success' : 'info'}>{isGradeChanged ? changed : words.gradeSame}</Notice>
      )}
      {outcomeNote !== null && outcomeNote !== '' && (
        <p>
          <span className="text-ink-2">{words.note}: </span>
          {outcomeNote}
        </p>
      )}
    </>
  );
}

function OutcomeTag({ row }: { row: Component }) {
  const words = useMessages(postTestsWords);
  if (row.outcome === null) return <span className="text-ink-2">{words.waiting}</span>;
  return <Tag tone={tones[row.outcome]}>{words.outcomes[row.outcome]}</Tag>;
}

function Marks({ row }: { row: Component }) {
  const words = useMessages(postTestsWords);
  if (row.markBefore === null || row.markAfter === null) return <span aria-hidden="true">–</span>;
  return <span className="tabular-nums">{words.marks({ before: row.markBefore, after: row.markAfter })}</span>;
}

function Files(props: { request: PostTest; title: string; files: PostTest['boardFiles'] }) {
  const { request, title, files } = props;
  const words = useMessages(postTestsWords).result;
  return (
    <Card>
      <h3>{title}</h3>
      {files.length === 0 && <p className="text-ink-2">{words.noFiles}</p>}
      <ul>
        {files.map((file) => (
          <li key={file.id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">{file.fileName}</span>
            <SaveFile requestId={request[wire.fields.applicationId]} file={file} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SaveFile({ requestId, file }: { requestId: string; file: { id: string; fileName: string } }) {
  const words = useMessages(postTestsWords).result;
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveFile({ name: 'postTest.file', params: { id: requestId, fileId: file.id } }, file.fileName);
    setBusy(false);
  };
  return (
    <Button
      variant="quiet"
      small
      className="no-print"
      busy={isBusy}
      aria-label={words.saveWhat(file.fileName)}
      onClick={() => void save()}
    >
      {words.save}
    </Button>
  );
}
