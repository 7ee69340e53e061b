import { cancellationOutcomes, refundPolicyRows } from '@exam/contract/entities';
import type { StaffReply } from '@exam/contract/staff/client';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, StatusTag, Tag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { decisionsWords } from '../../messages/decisions.ts';
import { Money, PageHead, typed } from '../../page/index.ts';

type Item = StaffReply<'cancellations.search'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Item>> =>
  staffApi('cancellations.search', { body }, { signal, isQuiet: true });

const outcomes = ['Open', ...cancellationOutcomes] as const;
const tones: Record<(typeof outcomes)[number], Tone> = {
  Open: 'amber',
  Approved: 'jade',
  Rejected: 'seal',
  TakenBack: 'plain',
  Overtaken: 'plain',
};

/** The state of a request, as a word and a mark. */
export function Outcome({ outcome }: { outcome: Item['outcome'] }) {
  const words = useMessages(decisionsWords).cancellations;
  const state = outcome ?? 'Open';
  return <StatusTag tone={tones[state]}>{words.outcomes[state]}</StatusTag>;
}

/** Requests to cancel. */
export function Cancellations() {
  const { cancellations: words, shared } = useMessages(decisionsWords);
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <StaffList
        name="cancellations.search"
        caption={words.title}
        columns={useColumns()}
        filters={[
          { name: 'search', label: shared.search, kind: 'text' },
          {
            name: 'outcome',
            label: words.outcome,
            kind: 'choice',
            options: outcomes.map((value) => ({ value, label: words.outcomes[value] })),
          },
          {
            name: 'policyRow',
            label: words.policyRow,
            kind: 'choice',
            options: refundPolicyRows.map((value) => ({ value, label: words.rows[value] })),
          },
          { name: 'isOverdue', label: shared.late, kind: 'flag' },
        ]}
        load={load}
        rowKey={(item) => item.id}
        rowLabel={(item) => item.applicationCode}
        rowHref={(item) => `/cancellations/${item.id}`}
        empty={words.empty}
      />
    </>
  );
}

function useColumns(): ListColumn<Item>[] {
  const { cancellations: words, shared } = useMessages(decisionsWords);
  const { language } = useLanguage();
  return [
    { key: 'candidateName', header: shared.candidate, cell: (item) => typed(item.candidateName) },
    {
      key: language === 'zh' ? 'subjectNameZh' : 'subjectNameEn',
      header: words.subject,
      cell: (item) => (language === 'zh' ? item.subjectNameZh : item.subjectNameEn),
    },
    {
      key: 'examDate',
      header: words.examDate,
      sort: 'examDate',
      cell: (item) => <DateText date={item.examDate} weekday={false} />,
    },
    { key: 'outcome', header: words.outcome, cell: (item) => <Outcome outcome={item.outcome} /> },
    {
      key: 'requestedAt',
      header: words.requested,
      sort: 'requestedAt',
      value: 'instant',
      cell: (item) => <InstantText at={item.requestedAt} />,
    },
    {
      key: 'quotedAmount',
      header: words.quoted,
      sort: 'quotedAmount',
      end: true,
      value: 'money',
      cell: (item) => <Money fen={item.quotedAmount} />,
    },
    { key: 'documentCount', header: words.documents, cell: (item) => <DocumentState item={item} /> },
    { key: 'applicationCode', header: shared.registration, quiet: true, cell: (item) => item.applicationCode },
  ];
}

function DocumentState({ item }: { item: Item }) {
  const { cancellations: words, shared } = useMessages(decisionsWords);
  if (item.isOverdue) return <Tag tone="seal">{shared.late}</Tag>;
  if (item.documentCount > 0) return <>{words.documentCount(item.documentCount)}</>;
  return <>{item.isDocumentRequired ? words.missing : words.notNeeded}</>;
}
