import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { ProductLine } from '../../app/catalogue.ts';
import { homeWords } from '../../messages/home.ts';
import { NextDeadline } from './next-deadline.tsx';
import { ResumeStrip } from './resume-strip.tsx';

/** The first thing seen: what this is, the search, and beside it on a wide screen the next deadline. */
export function Hero({ lines, isFailed }: { lines: readonly ProductLine[] | null; isFailed: boolean }) {
  const words = useMessages(homeWords);
  return (
    <div className="bg-hero text-on-hero">
      <div className="page-width grid items-start gap-x-14 py-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:py-16">
        <div className="min-w-0">
          <h1 className="text-3xl lg:text-4xl">{words.title}</h1>
          <p className="mt-4 max-w-form text-lg">{words.lead}</p>
          <SearchForm />
          <ResumeStrip lines={lines} />
        </div>
        <div className="hidden lg:block lg:pt-2">
          <NextDeadline lines={lines} isFailed={isFailed} />
        </div>
      </div>
    </div>
  );
}

/** A real form: it works before, and without, any script. */
function SearchForm() {
  const words = useMessages(homeWords);
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('q');
    const query = typeof typed === 'string' ? typed.trim() : '';
    void navigate(query === '' ? '/exam-all' : `/exam-all?q=${encodeURIComponent(query)}`);
  };
  return (
    <search className="block">
      <form action="/exam-all" method="get" className="mt-6" onSubmit={search}>
        <label htmlFor="q" className="block font-bold">
          {words.searchLabel}
        </label>
        <div className="mt-2 flex max-w-form flex-wrap gap-2">
          <input
            id="q"
            name="q"
            type="search"
            className="input flex-1 basis-56"
            maxLength={60}
            placeholder={words.searchHint}
            autoComplete="off"
          />
          <Button type="submit" className="hero-button">
            {words.search}
          </Button>
        </div>
      </form>
    </search>
  );
}
