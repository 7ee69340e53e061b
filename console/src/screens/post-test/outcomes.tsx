import { CallError } from '@exam/contract/client';
import type { OutcomeRow } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { Button, Table } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sendFile } from '../../app/upload.ts';
import { postTestWords } from '../../messages/post-test.ts';
import { PageHead, Refusal, useStaffAction } from '../../page/index.ts';

/** Outcomes from the awarding body’s spreadsheet: read first, then recorded (9.6 #12). */
export function PostTestOutcomes() {
  const words = useMessages(postTestWords);
  const input = useRef<HTMLInputElement>(null);
  const [rows, setRows] = useState<readonly OutcomeRow[]>([]);
  const sending = useMutation({
    mutationFn: (file: File) => sendFile('postTests.readOutcomes', file),
    onSuccess: (reply) => setRows(reply.rows),
  });
  return (
    <>
      <PageHead title={words.importTitle} back={{ href: '/post-test', label: words.title }} />
      <p className="mb-4">{words.importIntro}</p>
      <Refusal problem={sending.error instanceof CallError ? sending.error.problem : null} />
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.xls"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) sending.mutate(file);
        }}
      />
      <Button variant="secondary" busy={sending.isPending} onClick={() => input.current?.click()}>
        {words.chooseFile}
      </Button>
      {rows.length > 0 && <Read rows={rows} onDone={() => setRows([])} />}
    </>
  );
}

function Read({ rows, onDone }: { rows: readonly OutcomeRow[]; onDone: () => void }) {
  const words = useMessages(postTestWords);
  const { act, isBusy } = useStaffAction('postTests.recordOutcomes', {
    done: ({ recorded, proposed, left }) => words.recordedAll(recorded.length, proposed.length, left.length),
    onDone,
  });
  const bad = new Set(rows.filter((row) => row.problem !== null).map((row) => row.code));
  const ready = rows.flatMap(({ line: _line, problem: _problem, outcome, ...row }) =>
    outcome === null || bad.has(row.code) ? [] : [{ ...row, outcome }],
  );
  const count = new Set(ready.map((row) => row.code)).size;
  return (
    <>
      <div className="my-4">
        <Table
          caption={words.importTitle}
          rows={rows}
          rowKey={(row) => String(row.line)}
          columns={[
            { key: 'line', header: words.line, cell: (row) => row.line },
            { key: 'code', header: words.reference, cell: (row) => row.code },
            { key: 'component', header: words.component, cell: (row) => row.componentCode },
            {
              key: 'outcome',
              header: words.outcome,
              cell: (row) => (row.outcome === null ? '–' : words.outcomes[row.outcome]),
            },
            {
              key: 'marks',
              header: words.markAfter,
              cell: (row) => words.gradeOf(row.markBefore ?? '–', row.markAfter ?? '–'),
            },
            {
              key: 'grade',
              header: words.grade,
              cell: (row) => words.gradeOf(row.gradeBefore ?? '–', row.gradeAfter ?? '–'),
            },
            {
              key: 'problem',
              header: words.problem,
              cell: (row) => (row.problem === null ? words.good : words.problems[row.problem]),
            },
          ]}
        />
      </div>
      {count === 0 ? (
        <p>{words.nothingReady}</p>
      ) : (
        <Button busy={isBusy} onClick={() => act({ body: { rows: ready } })}>
          {words.recordAll(count)}
        </Button>
      )}
    </>
  );
}
