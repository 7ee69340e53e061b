import { type PublicDraft, type SittingDraft, sittingOf } from '@exam/contract/wizards';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, ErrorSummary, Notice, Pagination, Skeleton, type FieldError } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useNames, type Product } from '../../../app/catalogue.ts';
import { useSession } from '../../../app/session/session.ts';
import type { RegistrationMessages } from '../../../messages/en/registration.ts';
import { registrationWords } from '../../../messages/registration.ts';
import type { StepProps } from '../step-screen.ts';
import { optionName, type SubjectOption } from '../subject-options.ts';
import { ChosenSittings } from './chosen-sittings.tsx';
import type { Session } from './sittings.ts';
import { narrowedBy, sessionPage, shownMeanwhile, useSessionFilter, type SessionFilter } from './filter.ts';
import { SessionFilters } from './filter-panel.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { PublicNotice } from './public-notice.tsx';
import { SessionRow } from './row.tsx';
import { sharedBy } from './shared-facts.ts';
import { ChooseSubjects, useSubjects } from './subject.tsx';
import { useTurn } from './use-turn.ts';

type Change = (change: Partial<SessionFilter>) => void;

/** The first page: what a person has to know, the subjects, and a session for each of them, the last of which leads on. */
export function Choose(props: StepProps) {
  const { product, draft, keep, save } = props;
  const words = useMessages(registrationWords);
  const subjects = useSubjects(props);
  const turn = useTurn(draft, subjects.chosen);
  const { option } = turn;
  const [filter, change] = useSessionFilter(option?.ids[0] ?? '');
  const [attempt, setAttempt] = useState(0);
  const [invited, setInvited] = useState<Session | null>(null);
  const errors = errorsOf(draft.hasReadNotice, subjects, words);
  const shown = attempt > 0 ? errors : [];
  const choose = (session: Session) => {
    if (errors.length > 0 || !option) return setAttempt(attempt + 1);
    const sittings = turn.take(session);
    const isDone = sittings.length === subjects.chosen.length;
    return (isDone ? save : keep)({ ...readOf(product, true), ...subjects.said, sittings });
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
      <ChooseSubjects
        {...props}
        errors={shown}
        onChosen={(part) => {
          keep({ ...part, sittings: draft.sittings.filter((sitting) => isOneOf(part.subjects, sitting)) });
          change({});
        }}
      />
      <ChosenSittings
        draft={draft}
        options={subjects.chosen}
        onChange={turn.change}
        onNext={() => (errors.length > 0 ? setAttempt(attempt + 1) : save(subjects.said))}
      />
      {option && (
        <div className="session-step">
          <SessionFilters product={product} filter={filter} change={change} />
          <section aria-label={words.session.title} className="min-w-0">
            {subjects.chosen.length > 1 && <TurnHead option={option} taken={draft.sittings.length} />}
            <Suspense fallback={<Waiting />}>
              <SessionList {...{ ...props, filter, change }} option={option} onChoose={choose} onCode={setInvited} />
            </Suspense>
          </section>
        </div>
      )}
      <InvitationDialog session={invited} onClose={() => setInvited(null)} />
    </>
  );
}

/** Whose sessions these are, where there are several subjects. Comes into focus when another has got its session. */
function TurnHead({ option, taken }: { option: SubjectOption; taken: number }) {
  const words = useMessages(registrationWords).session;
  const { nameOf } = useNames();
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(taken);
  useEffect(() => {
    if (taken > before.current) heading.current?.focus();
    before.current = taken;
  }, [taken]);
  return (
    <h2 ref={heading} tabIndex={-1} className="mb-2 text-xl">
      {words.of(optionName(option, nameOf))}
    </h2>
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

function isOneOf(subjects: PublicDraft['subjects'], { subjectIds: [first] }: SittingDraft): boolean {
  return subjects.some((subject) => subject[0] === first);
}

function errorsOf(
  isAgreed: boolean,
  { isTypeMissing, chosen }: ReturnType<typeof useSubjects>,
  words: RegistrationMessages,
): FieldError[] {
  const agree = isAgreed ? [] : [{ field: 'agree', text: words.notice.agreeMissing }];
  if (isTypeMissing) return [...agree, { field: 'candidate-type', text: words.subject.chooseType }];
  return chosen.length > 0 ? agree : [...agree, { field: 'subject', text: words.subject.chooseSubject }];
}

function SessionList(
  props: StepProps & {
    filter: SessionFilter;
    change: Change;
    option: SubjectOption;
    onChoose: (session: Session) => void;
    onCode: (session: Session) => void;
  },
) {
  const { product, draft, filter, change } = props;
  const words = useMessages(registrationWords).session;
  const { language } = useLanguage();
  const formats = useFormats();
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
  const shared = sharedBy(list, props.option.ids);
  const rows = (sessions: readonly Session[]) => (
    <ul className="grid gap-2">
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          subjectIds={props.option.ids}
          shared={shared}
          isChosen={session.id === sittingOf(draft, props.option.ids)?.sessionId}
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
        <output>{words.found(recordCount)}</output>
        {shared.fee !== null && ` · ${words.feeOfEach(formats.money(shared.fee))}`}
        {shared.times !== null && ` · ${formats.times(shared.times.startTime, shared.times.endTime)}`} ·{' '}
        {words.chinaTime}
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
  const clear = () => change({ city: '', month: '', days: '', date: '', availability: '' });
  return (
    <EmptyState title={words.none} action={<Button onClick={clear}>{words.clear}</Button>}>
      <p>{words.noneText}</p>
    </EmptyState>
  );
}
