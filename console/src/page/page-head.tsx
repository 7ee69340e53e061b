import { useMessages } from '@exam/ui/i18n';
import { Button, Link, Notice, Skeleton, StatusTag, type Tone } from '@exam/ui/parts';
import type { UseQueryResult } from '@tanstack/react-query';
import { CallError } from '@exam/contract/client';
import { useId, type MouseEvent, type ReactNode } from 'react';
import { useMoveOn, useNeighbours, useWayBack } from '../app/entries.ts';
import { NotFound } from '../frame/other-pages.tsx';
import { pageWords } from '../messages/page.ts';
import { AskAccess } from './access/ask-access.tsx';

/** The head of a page: the way back, the title, its status, and what can be done. */
export function PageHead(props: {
  title: ReactNode;
  back?: { href: string; label: string };
  status?: { text: string; tone?: Tone } | null;
  lead?: ReactNode;
  actions?: ReactNode;
}) {
  const { back, status } = props;
  return (
    <header className="page-head">
      {back !== undefined && (
        <div className="page-ways">
          <Back {...back} />
          <Neighbours />
        </div>
      )}
      <div className="page-line">
        <div className="page-title">
          <h1 className="text-2xl">{props.title}</h1>
          {status && <StatusTag tone={status.tone ?? 'plain'}>{status.text}</StatusTag>}
        </div>
        {props.lead !== undefined && <p className="page-lead text-ink-2">{props.lead}</p>}
        {props.actions !== undefined && <div className="page-actions">{props.actions}</div>}
      </div>
    </header>
  );
}

const isPlain = (event: MouseEvent) => !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** To the list that the page belongs to; as it was left, where one comes from there. */
function Back({ href, label }: { href: string; label: string }) {
  const wayBack = useWayBack();
  const go = (event: MouseEvent) => {
    if (isPlain(event) && wayBack(href)) event.preventDefault();
  };
  return (
    <Link href={href} className="page-back" onClick={go}>
      <span aria-hidden="true">← </span>
      {label}
    </Link>
  );
}

/** Where the page is among the rows of the list that it was opened from, and the ways to those beside it; J and K take them too. */
function Neighbours() {
  const words = useMessages(pageWords);
  const near = useNeighbours();
  if (near === null) return null;
  return (
    <nav aria-label={words.neighbours} className="page-neighbours">
      <Beside href={near.before} label={words.before} className="page-before">
        ‹
      </Beside>
      <span>{words.placeOf(near.at, near.of)}</span>
      <Beside href={near.after} label={words.after} className="page-after">
        ›
      </Beside>
    </nav>
  );
}

function Beside(props: { href: string | undefined; label: string; className: string; children: string }) {
  const moveOn = useMoveOn();
  const { href, label, className, children } = props;
  if (href === undefined) return null;
  const go = (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    moveOn(href);
  };
  return (
    <Link href={href} className={className} aria-label={label} onClick={go}>
      {children}
    </Link>
  );
}

/** A part of a page under its own heading. */
export function Section(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="page-section">
      <div className="page-section-head">
        <h2 id={heading} className="text-xl">
          {props.title}
        </h2>
        {props.actions}
      </div>
      {props.children}
    </section>
  );
}

/** A wide column with the object and a narrow one with what surrounds it; one below the other on a phone. */
export function PageColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="page-columns">
      <div className="min-w-0">{children}</div>
      <div className="min-w-0">{aside}</div>
    </div>
  );
}

/** What a page shows while its object is on the way, absent (404), a minor's that needs an approval, or cannot be had. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const words = useMessages(pageWords);
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Skeleton count={4} />;
  const problem = query.error instanceof CallError ? query.error.problem : null;
  if (problem?.status === 404) return <NotFound />;
  if (problem?.code === 'MINOR_APPROVAL_NEEDED') return <AskAccess problem={problem} />;
  return (
    <Notice tone="error">
      {problem?.code === 'MINOR_REASON_NEEDED' ? problem.userMessage : words.cannotLoad}{' '}
      <Button variant="quiet" small onClick={() => void query.refetch()}>
        {words.loadAgain}
      </Button>
    </Notice>
  );
}
