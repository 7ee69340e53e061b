import type { JobItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, StatusTag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { auditWords } from '../../messages/audit.ts';
import { settingsWords } from '../../messages/settings.ts';
import { ActionButton, PageHead, wordOf } from '../../page/index.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<JobItem>> =>
  staffApi('jobs.search', { body }, { signal, isQuiet: true });

const tones: Readonly<Record<JobItem['state'], Tone>> = {
  Waiting: 'plain',
  Running: 'jade',
  Retrying: 'amber',
  Dead: 'seal',
};

function useColumns(): ListColumn<JobItem>[] {
  const words = useMessages(settingsWords);
  const { tasks } = useMessages(auditWords);
  const may = useMay();
  return [
    { key: 'task', header: words.task, cell: (row) => wordOf(tasks, row.task) },
    {
      key: 'state',
      header: words.state,
      cell: (row) => <StatusTag tone={tones[row.state]}>{words.states[row.state]}</StatusTag>,
    },
    {
      key: 'attempts',
      header: words.attempts,
      end: true,
      cell: (row) => `${row.attempts} / ${row.maxAttempts}`,
    },
    {
      key: 'lastError',
      header: words.lastError,
      cell: (row) => (row.lastError === null ? '–' : <code lang="en">{row.lastError}</code>),
    },
    { key: 'runAt', header: words.runAt, sort: 'runAt', cell: (row) => <InstantText at={row.runAt} /> },
    { key: 'createdAt', header: words.created, sort: 'createdAt', cell: (row) => <InstantText at={row.createdAt} /> },
    ...(may('jobs:write')
      ? [
          {
            key: 'act',
            header: words.act,
            cell: (row: JobItem) => (row.state === 'Running' ? null : <Acts job={row} />),
          },
        ]
      : []),
  ];
}

/** The work behind the screens: what waits and what was given up. */
export function Jobs() {
  const words = useMessages(settingsWords);
  const { tasks } = useMessages(auditWords);
  return (
    <>
      <PageHead title={words.jobs} lead={words.jobsIntro} />
      <StaffList
        name="jobs.search"
        caption={words.jobs}
        columns={useColumns()}
        filters={[
          {
            name: 'state',
            label: words.state,
            kind: 'choice',
            options: Object.entries(words.states).map(([value, label]) => ({ value, label })),
          },
          {
            name: 'task',
            label: words.task,
            kind: 'choice',
            options: Object.entries(tasks).map(([value, label]) => ({ value, label })),
          },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => wordOf(tasks, row.task)}
        empty={words.noJobs}
      />
    </>
  );
}

function Acts({ job }: { job: JobItem }) {
  const words = useMessages(settingsWords);
  const request = (reason: string) => ({ params: { id: job.id }, body: { reason } });
  return (
    <span className="flex flex-wrap gap-2">
      <ActionButton
        label={words.retry}
        call="jobs.retry"
        request={request}
        reason="needed"
        confirmLabel={words.retry}
        done={words.retried}
      >
        <p className="mb-4">{words.retryText}</p>
      </ActionButton>
      {job.state === 'Dead' && (
        <ActionButton
          label={words.remove}
          call="jobs.remove"
          request={request}
          reason="needed"
          confirmLabel={words.remove}
          isDangerous
          done={words.removed}
        >
          <p className="mb-4">{words.removeText}</p>
        </ActionButton>
      )}
    </span>
  );
}
