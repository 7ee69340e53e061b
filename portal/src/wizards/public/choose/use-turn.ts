import { type PublicDraft, type SittingDraft, sittingOf } from '@exam/contract/wizards';
import { useState } from 'react';
import type { SubjectOption } from '../subject-options.ts';
import { sittingsIn, type Session } from './sittings.ts';

/** The subject whose sessions are on show: the one that is being changed, else the first without a session, else the only one. */
export function useTurn(draft: PublicDraft, chosen: readonly SubjectOption[]) {
  const [changed, setChanged] = useState<string | null>(null);
  const open = chosen.filter(({ ids }) => sittingOf(draft, ids) === undefined);
  const option =
    chosen.find(({ ids }) => ids[0] === changed) ?? open[0] ?? (chosen.length === 1 ? chosen[0] : undefined);
  return {
    option,
    /** Shows the sessions of this subject though it has one. */
    change: ({ ids }: SubjectOption) => setChanged(ids[0] ?? null),
    /** The sittings once this session is chosen: for the subject in turn, and for those without one that it offers as well. */
    take: (session: Session): SittingDraft[] => {
      setChanged(null);
      const wanted = option === undefined ? [] : [option, ...open.filter((other) => other !== option)];
      const sittings = sittingsIn(
        session,
        wanted.map(({ ids }) => ids),
      );
      return chosen.flatMap(({ ids }) => sittingOf({ sittings }, ids) ?? sittingOf(draft, ids) ?? []);
    },
  };
}
