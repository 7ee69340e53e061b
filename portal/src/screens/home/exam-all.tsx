import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, LinkButton, Pagination } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, type FormEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { productLines, useNames, type ProductLine } from '../../app/catalogue.ts';
import { homeWords } from '../../messages/home.ts';
import { CatalogueFailed } from './catalogue-failed.tsx';
import { addressOf, findProducts, pageSize, subjectsFound, useExamSearch, type ExamSearch } from './exam-search.ts';
import { ProductGrid } from './product-card.tsx';
import { CatalogueSkeleton } from './product-lines.tsx';

/** Every exam, with a search over names, codes and subjects in both languages. What is searched for is in the address. */
export function ExamAll() {
  const { language } = useLanguage();
  const words = useMessages(homeWords).all;
  const search = useExamSearch();
  const lines = useQuery(productLines(language));
  return (
    <div className="page-width min-h-dvh pt-8 pb-4 lg:pt-10">
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-2 text-ink-2">{words.lead}</p>
      <SearchForm search={search} lines={lines.data ?? []} />
      {lines.isError && lines.data === undefined && <CatalogueFailed onAgain={() => void lines.refetch()} />}
      {lines.isPending && <CatalogueSkeleton />}
      {lines.data !== undefined && <Found search={search} lines={lines.data} />}
    </div>
  );
}

function SearchForm({ search, lines }: { search: ExamSearch; lines: readonly ProductLine[] }) {
  const words = useMessages(homeWords);
  const { nameOf } = useNames();
  const navigate = useNavigate();
  const id = useId();
  const box = useSearchBox(search.query);
  const go = (change: Partial<ExamSearch>) => {
    const query = box.current?.value.trim() ?? '';
    void navigate(addressOf({ ...search, query, page: 1, ...change }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go({});
  };
  return (
    <search className="block">
      <form
        action="/exam-all"
        method="get"
        className="mt-5 grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
        onSubmit={submit}
      >
        <div className="col-span-2 min-w-0 lg:col-span-1">
          <label htmlFor={`${id}-q`} className="field-label mb-1.5">
            {words.all.searchLabel}
          </label>
          <input ref={box} id={`${id}-q`} name="q" type="search" className="input" maxLength={60} autoComplete="off" />
        </div>
        <Choice
          id={`${id}-line`}
          name="line"
          label={words.all.line}
          every={words.all.everyLine}
          value={search.line}
          options={lines.map((line) => ({ value: line.id, label: nameOf(line) }))}
          onChange={(line) => go({ line })}
        />
        <Choice
          id={`${id}-category`}
          name="category"
          label={words.all.category}
          every={words.all.everyCategory}
          value={search.category}
          options={Object.entries(words.category).map(([value, label]) => ({ value, label }))}
          onChange={(category) => go({ category })}
        />
        <Button type="submit" className="col-span-2 lg:col-span-1">
          {words.all.apply}
        </Button>
      </form>
    </search>
  );
}

/** Not controlled: what was typed before the page came to life stays. Another search in the address changes it. */
function useSearchBox(query: string): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef('');
  useEffect(() => {
    if (box.current === null || shown.current === query) return;
    box.current.value = query;
    shown.current = query;
  }, [query]);
  return box;
}

function Choice(props: {
  id: string;
  name: string;
  label: string;
  every: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const known = props.options.some((option) => option.value === props.value);
  return (
    <div className="min-w-0">
      <label htmlFor={props.id} className="field-label mb-1.5">
        {props.label}
      </label>
      <select
        id={props.id}
        name={props.name}
        className="input"
        value={known ? props.value : ''}
        onChange={(event) => props.onChange(event.target.value)}
      >
        <option value="">{props.every}</option>
        {props.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Found({ search, lines }: { search: ExamSearch; lines: readonly ProductLine[] }) {
  const words = useMessages(homeWords).all;
  const { nameOf } = useNames();
  const navigate = useNavigate();
  const found = findProducts(lines, search);
  const pageCount = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(search.page, pageCount);
  if (found.length === 0) {
    return (
      <div className="mt-8">
        <EmptyState title={words.none(search.query)} action={<LinkButton href="/exam-all">{words.clear}</LinkButton>}>
          <p>{words.noneText}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <section className="mt-6" aria-label={words.title}>
      <output className="mb-3 block text-ink-2">{words.found(found.length)}</output>
      <ProductGrid
        heading="h2"
        products={found.slice((page - 1) * pageSize, page * pageSize)}
        extraOf={(product) => {
          const subjects = subjectsFound(product, search.query).map(nameOf);
          return subjects.length === 0 ? null : (
            <p className="mt-2">
              <span className="text-ink-2">{words.subjects}</span> {subjects.slice(0, 4).join(' · ')}
            </p>
          );
        }}
      />
      <Pagination
        page={page}
        pageCount={pageCount}
        onPage={(to) => void navigate(addressOf({ ...search, page: to }))}
      />
    </section>
  );
}
