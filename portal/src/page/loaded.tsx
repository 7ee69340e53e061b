import { CallError } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, EmptyState, Notice, Skeleton } from '@exam/ui/parts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRouteTitle } from '../app/title.ts';
import { applicationWords } from '../messages/application.ts';

/**
 * What a screen shows of an answer: space kept free while it is on its way, what to do when it did not come, else the answer.
 * @param props.shape how many tickets the answer will roughly be as high as
 * @param props.gone a way on from something that does not exist (any more)
 */
export function Loaded<Data>(props: {
  query: UseQueryResult<Data>;
  shape?: number;
  gone?: ReactNode;
  /** The answer brings the page's heading: until it is here, the page's name takes its place. */
  isWholePage?: boolean;
  children: (data: Data) => ReactNode;
}) {
  const { query } = props;
  const title = useRouteTitle();
  if (query.data !== undefined) return props.children(query.data);
  return (
    <>
      {props.isWholePage && <h1 className="mb-4 text-3xl">{title}</h1>}
      <NotLoaded query={query} shape={props.shape} gone={props.gone} />
    </>
  );
}

function NotLoaded<Data>(props: { query: UseQueryResult<Data>; shape?: number; gone?: ReactNode }) {
  const { query } = props;
  const words = useMessages(applicationWords).loaded;
  if (query.error instanceof CallError && query.error.problem.status === 404) {
    return (
      <EmptyState title={words.gone} action={props.gone}>
        <p>{words.goneText}</p>
      </EmptyState>
    );
  }
  if (query.isError) {
    return (
      <Notice tone="error" title={words.failed} live>
        <p>{words.failedText}</p>
        <Button className="mt-3" variant="secondary" onClick={() => void query.refetch()}>
          {words.again}
        </Button>
      </Notice>
    );
  }
  if (query.fetchStatus === 'paused') {
    return (
      <Notice tone="warning" title={words.offline} live>
        <p>{words.offlineText}</p>
      </Notice>
    );
  }
  return (
    <div className="min-h-[60vh]">
      <Skeleton count={props.shape ?? 3} />
    </div>
  );
}
