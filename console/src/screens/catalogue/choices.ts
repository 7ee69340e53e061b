import type { StaffReply } from '@exam/contract/staff/client';
import { useLanguage } from '@exam/ui/i18n';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';

export type Choices = StaffReply<'catalogue.choices'>;

const none: Choices = { lines: [], products: [], offices: [], bodies: [], forms: [], lineCategories: [] };

/** What drafts can name. */
export const choicesQuery = queryOptions({
  queryKey: ['object', 'catalogueChoices'],
  queryFn: ({ signal }) => staffApi('catalogue.choices', {}, { signal, isQuiet: true }),
  staleTime: 60_000,
});

/** The same for filters and names, which can do without; empty until it has come. */
export function useCatalogueChoices(): Choices {
  return useQuery(choicesQuery).data ?? none;
}

type Named = { nameEn: string; nameZh: string };

/** The name of something in the reader's language. */
export function useNameOf(): (named: Named) => string {
  const { language } = useLanguage();
  return ({ nameEn, nameZh }) => (language === 'zh' ? nameZh || nameEn : nameEn || nameZh);
}

/** Things with names as options of a select, in the reader's language. */
export function useOptions(): (things: Choices['lines']) => { value: string; label: string }[] {
  const nameOf = useNameOf();
  return (things) => things.map((thing) => ({ value: thing.id, label: nameOf(thing) }));
}
