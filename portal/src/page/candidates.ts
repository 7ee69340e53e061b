import type { Reply } from '@exam/contract/client';
import type { SavedCandidate } from '@exam/contract/entities';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { api } from '../app/api.ts';

export type PickerRow = Reply<'candidate.all'>[number];

/** Everybody in the account's list, for choosing from; numbers masked. */
export const pickerRows = queryOptions({
  queryKey: ['candidate', 'all'],
  queryFn: ({ signal }) => api('candidate.all', {}, { signal, isQuiet: true }),
});

let imported: readonly string[] = [];

/** Notes who was saved from a file last, until the page is loaded again: they are who is registered next. @param ids of candidates */
export function noteImported(ids: readonly string[]): void {
  imported = ids;
}

/** Those of these people who were saved from a file last. */
export const importedOf = (rows: readonly PickerRow[]): PickerRow[] => rows.filter(({ id }) => imported.includes(id));

/** A candidate in full, as its owner may see it. */
export const candidateById = (id: string) =>
  queryOptions({
    queryKey: ['candidate', 'one', id],
    queryFn: ({ signal }) => api('candidate.get', { params: { id } }, { signal, isQuiet: true }),
  });

/**
 * These candidates in full, in their order, as far as they have arrived, and whether all have; who was deleted meanwhile is left out.
 */
export function useCandidates(ids: readonly string[]): { candidates: SavedCandidate[]; isAll: boolean } {
  const answers = useQueries({ queries: ids.map((id) => candidateById(id)) });
  return { candidates: answers.flatMap(({ data }) => data ?? []), isAll: !answers.some(({ isPending }) => isPending) };
}

/** A candidate's name as the exam knows it: surname first, in capitals. */
export function candidateName(person: { lastName: string; firstName: string }): string {
  return `${person.lastName} ${person.firstName}`.trim();
}

/** A name in pinyin, and behind it the one in Chinese characters where there is one. */
export function withChinese(pinyin: string, nameZh: string | null): string {
  return nameZh === null ? pinyin : `${pinyin} ${nameZh}`;
}
