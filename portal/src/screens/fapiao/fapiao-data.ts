import type { Reply } from '@exam/contract/client';
import type { Language } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../app/api.ts';

export type Fapiao = Reply<'fapiao.get'>;
export type FapiaoRequest = NonNullable<Fapiao['request']>;

/** The fapiao of an order. Its key begins with `order`: what changes an order may change it. */
export const fapiaoOf = (language: Language, orderId: string) =>
  queryOptions({
    queryKey: ['order', 'fapiao', language, orderId],
    queryFn: ({ signal }) => api('fapiao.get', { params: { id: orderId } }, { signal, isQuiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
