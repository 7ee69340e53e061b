import { useMessages } from '@exam/ui/i18n';
import { Button, LinkButton } from '@exam/ui/parts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { applicationWords } from '../messages/application.ts';
import { Loaded } from './loaded.tsx';

/**
 * The page of one thing an account owns, which brings its own heading, and the way back to its list, also from one that is gone.
 * @param props.back address and words of the list
 */
export function OwnDetailPage<Data>(props: {
  query: UseQueryResult<Data>;
  back: { href: string; label: string };
  children: (data: Data) => ReactNode;
}) {
  const back = (
    <LinkButton variant="secondary" href={props.back.href}>
      {props.back.label}
    </LinkButton>
  );
  return (
    <div className="page-width py-8">
      <Loaded query={props.query} gone={back} isWholePage>
        {(data) => (
          <>
            {props.children(data)}
            <p className="no-print mt-6">{back}</p>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The heading of such a page, what is under it, and the button that prints it. */
export function OwnDetailHead({ title, children }: { title: string; children: ReactNode }) {
  const { print } = useMessages(applicationWords);
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-3 sm:flex-nowrap">
      <div className="min-w-0">
        <h1 className="text-3xl">{title}</h1>
        {children}
      </div>
      <Button variant="secondary" small className="no-print" onClick={() => window.print()}>
        {print}
      </Button>
    </div>
  );
}
