import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, Notice, Pagination, Skeleton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../app/session/session.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { papersOf, type Session } from './chosen-session.ts';
import { InvitationDialog } from './invitation-dialog.tsx';
import { narrowedBy, sessionPage, shownMeanwhile, useSessionFilter, type SessionFilter } from './filter.ts';
import { SessionFilters } from './filter-panel.tsx';
import { SessionRow } from './row.tsx';
import type { StepProps } from '../step-screen.ts';
import { optionOf } from '../subject-options.ts';

type Change = (change: Partial<SessionFilter>) => void;

/** Step 3: the sessions of the subject, narrowed by what is in the address, with the way into each. */
export function SelectSession(props: StepProps) {
  const { product, draft, back } = props;
  const words = useMessages(registrationWords);
  const [filter, change] = useSessionFilter(draft.subjectIds[0] ?? '');
  const subjectIds = optionOf(product, filter.subject)?.ids ?? draft.subjectIds;
  const [invited, setInvited] = useState<Session | null>(null);
  const choose = (session: Session) => {
    const papers = papersOf(session, subjectIds);
    props.save({ subjectIds, sessionId: session.id, sessionSubjectIds: papers.map((paper) => paper.id) });
  };
  return (
    <>
      <div className="session-step">
        <SessionFilters product={product} draft={draft} filter={filter} change={change} />
        <section aria-label={words.headings.selectSession} className="min-w-0">
          <SessionList
            {...props}
            filter={filter}
            change={change}
            subjectIds={subjectIds}
            onChoose={choose}
            onCode={setInvited}
          />
        </section>
      </div>
      <div className="step-actions">
        <Button variant="secondary" onClick={() => back?.()}>
          {words.back}
        </Button>
      </div>
      <InvitationDialog session={invited} onClose={() => setInvited(null)} />
    </>
  );
}

function SessionList(
  props: StepProps & {
    filter: SessionFilter;
    change: Change;
    subjectIds: readonly string[];
    onChoose: (session: Session) => void;
    onCode: (session: Session) => void;
  },
) {
  const { product, draft, filter, change } = props;
  const words = useMessages(registrationWords).session;
  const { language } = useLanguage();
  const { user } = useSession();
  const page = useQuery({
    ...sessionPage(product.id, filter, { language, userId: user?.id }),
    placeholderData: shownMeanwhile(filter),
  });
  if (page.data === undefined) {
    return page.isError ? <Failed onAgain={() => void page.refetch()} /> : <Waiting />;
  }
  const { list, recordCount, pageCount } = page.data;
  const notOpen = list.filter((session) => !isLeft(session));
  const rows = (sessions: readonly Session[]) => (
    <ul className="grid gap-2">
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          subjectIds={props.subjectIds}
          isChosen={session.id === draft.sessionId}
          onChoose={() => props.onChoose(session)}
          onCode={() => props.onCode(session)}
        />
      ))}
    </ul>
  );
  if (recordCount === 0) return <NoSession filter={filter} change={change} jump={props.jump} />;
  return (
    <div aria-busy={page.isPlaceholderData || undefined}>
      <p className="mb-3 text-ink-2">
        <output>{words.found(recordCount)}</output> · {words.chinaTime}
      </p>
      {rows(list.filter(isLeft))}
      {notOpen.length > 0 && (
        <details className="mt-3" open={notOpen.length === list.length}>
          <summary className="min-h-11 cursor-pointer py-2">{words.notOpen(notOpen.length)}</summary>
          {rows(notOpen)}
        </details>
      )}
      <Pagination page={filter.page} pageCount={pageCount} onPage={(to) => change({ page: to })} />
    </div>
  );
}

/** What can be had, now or once it opens; the rest is folded away below. */
function isLeft({ status }: Session): boolean {
  return status === 'Available' || status === 'NotStarted';
}

function Waiting() {
  return (
    <div className="min-h-dvh pt-9">
      <Skeleton count={4} />
    </div>
  );
}

function Failed({ onAgain }: { onAgain: () => void }) {
  const words = useMessages(registrationWords);
  return (
    <Notice tone="error" live title={words.session.failed}>
      <p className="mb-3">{words.notOffered.failedText}</p>
      <Button variant="secondary" onClick={onAgain}>
        {words.notOffered.again}
      </Button>
    </Notice>
  );
}

function NoSession({ filter, change, jump }: { filter: SessionFilter; change: Change } & Pick<StepProps, 'jump'>) {
  const words = useMessages(registrationWords).session;
  if (narrowedBy(filter) > 0) {
    const clear = () => change({ city: '', month: '', date: '', availability: '' });
    return (
      <EmptyState title={words.none} action={<Button onClick={clear}>{words.clear}</Button>}>
        <p>{words.noneText}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={words.noneAtAll}
      action={<Button onClick={() => jump('selectSubject')}>{words.otherSubject}</Button>}
    >
      <p>{words.noneAtAllText}</p>
    </EmptyState>
  );
}
