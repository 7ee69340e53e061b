import { keptByEntry } from '../app/entries.ts';

/** More are too many to be looked at before they are changed. */
export const mostSelected = 100;

/** What is selected in a list, across its pages; another set of filters starts again. */
export type Selection = {
  ids: readonly string[];
  has: (id: string) => boolean;
  set: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
};

const useSelected = keptByEntry<{ filters: string; ids: ReadonlySet<string> }>({ filters: '', ids: new Set() });

/** @param filters the filters in force: a selection made under others is forgotten. */
export function useSelection(filters: string): Selection {
  const [state, setState] = useSelected();
  const ids = state.filters === filters ? state.ids : new Set<string>();
  return {
    ids: [...ids],
    has: (id) => ids.has(id),
    set: (given, isSelected) => {
      const next = new Set(ids);
      for (const id of given)
        if (isSelected) next.add(id);
        else next.delete(id);
      setState({ filters, ids: next });
    },
    clear: () => setState({ filters, ids: new Set() }),
  };
}
