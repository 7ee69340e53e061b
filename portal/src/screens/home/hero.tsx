import { screen } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { createElement, Suspense, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import type { ProductLine } from '../../app/catalogue.ts';
import { useOnceSignedIn } from '../../app/session/once-signed-in.ts';
import { useSession } from '../../app/session/session.ts';
import { homeWords } from '../../messages/home.ts';
import { ownFirstWords } from '../../messages/own-first.ts';
import { Bookable, FirstSkeleton } from './bookable.tsx';
import { ResumeStrip } from './resume-strip.tsx';

const ownFirst = screen(() => import('./own-first.tsx').then((module) => module.OwnFirst), ownFirstWords);

/** The first thing seen: what this is, what one can do now, and the search; on a wide screen what one can do is beside the rest. */
export function Hero({ lines }: { lines: readonly ProductLine[] | null }) {
  const words = useMessages(homeWords);
  return (
    <div className="bg-hero text-on-hero">
      <div className="hero-grid page-width py-8 lg:py-12">
        <div className="min-w-0">
          <h1 className="text-3xl lg:text-4xl">{words.title}</h1>
          <p className="mt-3 max-w-form lg:text-lg">{words.lead}</p>
        </div>
        <div className="hero-first min-w-0">
          <First />
        </div>
        <div className="min-w-0">
          <SearchForm />
          <ResumeStrip lines={lines} />
        </div>
      </div>
    </div>
  );
}

/** What can be booked next; before that, for somebody signed in, what is theirs to do. */
function First() {
  const { isLogin } = useSession();
  const { part: Own, isLost } = useOnceSignedIn(ownFirst);
  if (!isLogin || isLost) return <Bookable />;
  return <Suspense fallback={<FirstSkeleton />}>{Own === null ? <FirstSkeleton /> : createElement(Own)}</Suspense>;
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
      <form action="/exam-all" method="get" onSubmit={search}>
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
