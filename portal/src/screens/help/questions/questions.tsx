import { useSearchParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, Link, LinkButton } from '@exam/ui/parts';
import { useEffect, useEffectEvent, useId, useRef, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { useHydrated } from '../../../app/hydrated.ts';
import type { Question, QuestionGroup } from '../../../messages/help-article.ts';
import { helpQuestionsWords } from '../../../messages/help-questions.ts';
import { Blocks, Contents } from '../article-text.tsx';
import { useHelpFacts } from './use-help-facts.ts';
import { findQuestions } from './find-questions.ts';
import { HelpPage } from '../help-page.tsx';

/** Up to this many results are shown open. */
const openAtOnce = 3;

/** Common questions with a search; each answer has an address of its own, and every word is in the document without a script. */
export function Questions() {
  const words = useMessages(helpQuestionsWords);
  const [params, setParams] = useSearchParams();
  const isHydrated = useHydrated();
  const query = isHydrated ? (params.get('q') ?? '').trim().slice(0, 60) : '';
  const found = findQuestions(words.groups(useHelpFacts()), query);
  const count = found.reduce((sum, group) => sum + group.questions.length, 0);
  useOpenAddressed();
  return (
    <HelpPage lead={words.lead}>
      <SearchForm query={query} onSearch={(q) => setParams(q === '' ? {} : { q }, { replace: true })} />
      <output className="mt-3 block text-ink-2">{query !== '' && count > 0 && words.found(count)}</output>
      {query === '' && <Contents entries={found} />}
      {count === 0 ? (
        <NothingFound query={query} />
      ) : (
        found.map((group) => <Group key={group.id} group={group} isOpen={query !== '' && count <= openAtOnce} />)
      )}
    </HelpPage>
  );
}

/** Opens the answer that the address names, on arrival and when a link on the page leads to it. */
function useOpenAddressed(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const open = () => {
      const named = document.getElementById(window.location.hash.slice(1));
      if (!(named instanceof HTMLDetailsElement)) return;
      named.open = true;
      named.scrollIntoView();
    };
    open();
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, [hash]);
}

/** A real form, so that the button and the Enter key do what they do everywhere; typing alone searches already. */
function SearchForm({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const words = useMessages(helpQuestionsWords);
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    const typed = box.current?.value.trim() ?? '';
    // Typed before the page came to life: searched for now. Later the box follows the address ("back", "show all").
    if (isFirst.current && typed !== '') search(typed);
    else if (box.current !== null && typed !== query) box.current.value = query;
    isFirst.current = false;
  }, [query]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(box.current?.value.trim() ?? '');
  };
  return (
    <search className="block">
      <form action="/help/question" method="get" className="mt-6 max-w-form" onSubmit={submit}>
        <label htmlFor={id} className="field-label mb-1.5 block">
          {words.searchLabel}
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            ref={box}
            id={id}
            name="q"
            type="search"
            className="input flex-1 basis-56"
            maxLength={60}
            placeholder={words.hint}
            autoComplete="off"
            onInput={(event) => onSearch(event.currentTarget.value.trim())}
          />
          <Button type="submit">{words.search}</Button>
        </div>
      </form>
    </search>
  );
}

function NothingFound({ query }: { query: string }) {
  const words = useMessages(helpQuestionsWords);
  return (
    <div className="mt-6 max-w-[46rem]">
      <EmptyState
        title={words.none(query)}
        action={
          <span className="flex flex-wrap gap-3">
            <LinkButton href="/help/contact-us">{words.contact}</LinkButton>
            <LinkButton href="/help/question" variant="secondary">
              {words.clear}
            </LinkButton>
          </span>
        }
      >
        <p>{words.noneText}</p>
      </EmptyState>
    </div>
  );
}

function Group({ group, isOpen }: { group: QuestionGroup; isOpen: boolean }) {
  return (
    <section id={group.id} className="mt-10 max-w-[46rem]" aria-labelledby={`${group.id}-title`}>
      <h2 id={`${group.id}-title`} className="text-2xl">
        {group.title}
      </h2>
      <div className="mt-3 border-t border-line">
        {group.questions.map((question) => (
          <Answer key={question.id} question={question} isOpen={isOpen} />
        ))}
      </div>
    </section>
  );
}

function Answer({ question, isOpen }: { question: Question; isOpen: boolean }) {
  const words = useMessages(helpQuestionsWords);
  return (
    <details id={question.id} className="answer border-b border-line" open={isOpen || undefined}>
      <summary>
        <h3>{question.question}</h3>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-4">
        <Blocks blocks={question.answer} />
        <p className="flex flex-wrap gap-x-6">
          {question.link !== undefined && (
            <Link className="inline-flex min-h-11 items-center" href={question.link.href}>
              {question.link.label}
            </Link>
          )}
          <a className="no-print inline-flex min-h-11 items-center text-ink-2" href={`#${question.id}`}>
            {words.copyLink}
            <span className="sr-only">{words.named(question.question)}</span>
          </a>
        </p>
      </div>
    </details>
  );
}
