import type { PublicDraft } from '@exam/contract/wizards';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, ErrorSummary, Notice, Pagination, Skeleton, type FieldError } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Product } from '../../../app/catalogue.ts';
import { useSession } from '../../../app/session/session.ts';
import type { RegistrationMessages } from '../../../messages/en/registration.ts';
import { registrationWords } from '../../../messages/registration.ts';
import type { StepProps } from '../step-screen.ts';
import { papersOf, type Session } from './chosen-session.ts';
import { narrowedBy, sessionPage, shownMeanwhile, useSessionFilter, type SessionFilter } from './filter.ts';
import { SessionFilters } from './filter-panel.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { PublicNotice } from './public-notice.tsx';
import { SessionRow } from './row.tsx';
import { ChooseSubject, useSubject } from './subject.tsx';

type Change = (change: Partial<SessionFilter>) => void;

/** The first page: what a person has to know, the subject, and the session, which leads on. */
export function Choose(props: StepProps) {
  const { product, draft, keep, save } = props;
  const words = useMessages(registrationWords);
  const subject = useSubject(props);
  const { option } = subject;
  const [filter, change] = useSessionFilter(option?.ids[0] ?? '');
  const [attempt, setAttempt] = useState(0);
  const [invited, setInvited] = useState<Session | null>(null);
  const errors = errorsOf(draft.hasReadNotice, subject, words);
  const shown = attempt > 0 ? errors : [];
  const choose = (session: Session) => {
    if (errors.length > 0 || !option) return setAttempt(attempt + 1);
    const sessionSubjectIds = papersOf(session, option.ids).map((paper) => paper.id);
    const chosen = { candidateType: subject.type, subjectIds: option.ids, sessionId: session.id, sessionSubjectIds };
    return save({ ...readOf(product, true), ...chosen });
  };
  return (
    <>
      <ErrorSummary attempt={attempt} errors={shown} />
      <PublicNotice
        product={product}
        isAgreed={draft.hasReadNotice}
        error={shown.find(({ field }) => field === 'agree')?.text}
        onAgreed={(isAgreed) => keep(readOf(product, isAgreed))}
      />
      <ChooseSubject
        {...props}
        errors={shown}
        onChosen={(part) => {
          keep({ ...part, sessionSubjectIds: [] });
          change({});
        }}
      />
      {option && (
        <div className="session-step">
          <SessionFilters product={product} filter={filter} change={change} />
          <section aria-label={words.session.title} className="min-w-0">
            <SessionList
              {...{ ...props, filter, change }}
              subjectIds={option.ids}
              onChoose={choose}
              onCode={setInvited}
            />
          </section>
        </div>
      )}
      <InvitationDialog session={invited} onClose={() => setInvited(null)} />
    </>
  );
}

/** What the first step fills. */
function readOf(product: Product, hasReadNotice: boolean): Partial<PublicDraft> {
  return {
    productId: product.id,
    productLastModifiedOn: product.lastModifiedOn,
    hasReadNotice,
    needsCandidateType: product.candidateTypes.length > 0,
  };
}

function errorsOf(
  isAgreed: boolean,
  { isTypeMissing, option }: ReturnType<typeof useSubject>,
  words: RegistrationMessages,
): FieldError[] {
  const agree = isAgreed ? [] : [{ field: 'agree', text: words.notice.agreeMissing }];
  if (isTypeMissing) return [...agree, { field: 'candidate-type', text: words.subject.chooseType }];
  return option ? agree : [...agree, { field: 'subject', text: words.subject.chooseSubject }];
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
  if (recordCount === 0) return <NoSession filter={filter} change={change} />;
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

function NoSession({ filter, change }: { filter: SessionFilter; change: Change }) {
  const words = useMessages(registrationWords).session;
  if (narrowedBy(filter) === 0) {
    return (
      <EmptyState title={words.noneAtAll}>
        <p>{words.noneAtAllText}</p>
      </EmptyState>
    );
  }
  const clear = () => change({ city: '', month: '', date: '', availability: '' });
  return (
    <EmptyState title={words.none} action={<Button onClick={clear}>{words.clear}</Button>}>
      <p>{words.noneText}</p>
    </EmptyState>
  );
}
