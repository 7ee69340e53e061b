import { applicationStatusOf } from '@exam/contract/wire';
import { chinaDateOf } from '@exam/contract/rules';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { EmptyState, LinkButton, Money, Ticket } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { postTestsWords } from '../../messages/post-tests.ts';
import { Loaded } from '../../page/loaded.tsx';
import { payUrl } from '../../page/order-data.ts';
import { DeleteDraft } from './delete-draft.tsx';
import { postTestDrafts, type ListedDraft } from './post-test-data.ts';
import { PostTestStatusTag } from './post-test-status.tsx';

/** Requests that are not paid: to go on with, to pay, or lapsed. */
export function DraftList() {
  const words = useMessages(postTestsWords);
  const { language } = useLanguage();
  const drafts = useQuery(postTestDrafts(language));
  return (
    <Loaded query={drafts}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title={words.noDrafts}>
            <p>{words.noDraftsText}</p>
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {list.map((draft) => (
              <DraftTicket key={draft.id} draft={draft} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function DraftTicket({ draft }: { draft: ListedDraft }) {
  const words = useMessages(postTestsWords);
  const formats = useFormats();
  const status = applicationStatusOf(draft.status);
  return (
    <Ticket as="li" date={chinaDateOf(draft.savedAt)} aside={<Aside draft={draft} />}>
      <PostTestStatusTag status={draft.status} />
      <h2 className="mt-1 text-lg">{draft.serviceName}</h2>
      <p className={draft.candidateName === null ? 'text-ink-2' : 'font-bold'}>{draft.candidateName ?? words.noName}</p>
      <p>{[draft.productName, draft.examSeriesName].filter(Boolean).join(' · ')}</p>
      {status !== 'Expired' && draft.closeAt !== null && <p>{words.closesAt(formats.deadline(draft.closeAt))}</p>}
      <p className="text-sm text-ink-2">
        {words.code(draft.code)} · {words.savedAt(formats.instant(draft.savedAt))}
      </p>
    </Ticket>
  );
}

function Aside({ draft }: { draft: ListedDraft }) {
  const words = useMessages(postTestsWords);
  const about = [draft.serviceName, draft.candidateName].filter(Boolean).join(', ');
  const status = applicationStatusOf(draft.status);
  return (
    <>
      {draft.fee > 0 && <Money fen={draft.fee} className="text-lg font-bold" />}
      <div className="flex flex-wrap justify-end gap-2">
        {draft.orderId !== null && (
          <LinkButton small href={payUrl(draft.orderId)} aria-label={words.payOf(about)}>
            {words.pay}
          </LinkButton>
        )}
        {status === 'Initiated' && (
          <LinkButton small href={`/exam-registration?draft=${draft.id}`} aria-label={words.goOnWith(about)}>
            {words.goOn}
          </LinkButton>
        )}
        {status !== 'Submitted' && <DeleteDraft draft={draft} onDeleted={() => undefined} />}
      </div>
    </>
  );
}
