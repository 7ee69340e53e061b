import { Skeleton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { queryClient } from '../app/api.ts';
import { dropTyped } from '../app/draft/keeping.ts';
import { savedDraft, savedDraftKey, type SavedDraft } from '../app/draft/saved-draft.ts';
import { allTyped, bringTyped } from '../app/draft/typed.ts';
import { useTypedKept } from '../app/draft/use-typed-kept.ts';

/**
 * A form outside of a registration. What is typed into it with `useTyped` is there again after a reload, in another tab, and when the session
 * has ended; once it is sent or closed, nothing of it is kept.
 */
export function KeptForm({ children }: { children: ReactNode }) {
  const saved = useQuery({ ...savedDraft('forms'), staleTime: Number.POSITIVE_INFINITY });
  if (saved.isPending) return <Skeleton count={2} />;
  return <Keeping typed={saved.data?.typed}>{children}</Keeping>;
}

const noDraft = {};

function Keeping({ typed, children }: { typed: SavedDraft['typed']; children: ReactNode }) {
  useState(() => bringTyped(typed));
  useTypedKept('forms', '', noDraft, true);
  useEffect(
    () => () => {
      // The form inside forgets what was typed right after this.
      queueMicrotask(() => {
        const isEmpty = Object.keys(allTyped()).every((place) => place.startsWith('wizard:'));
        if (isEmpty && queryClient.getQueryData(savedDraftKey('forms'))) dropTyped('forms');
      });
    },
    [],
  );
  return children;
}
