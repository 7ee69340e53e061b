import type { Reply } from '@exam/contract/client';
import { useLanguage } from '@exam/ui/i18n';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export type ProductLine = Reply<'product.lines'>[number];
export type Product = ProductLine['products'][number];
type Language = 'en' | 'zh';

/** Every product line with its products, in the language of the page. */
export const productLines = (language: Language) =>
  queryOptions({
    queryKey: ['catalogue', 'lines', language],
    queryFn: ({ signal }) => api('product.lines', {}, { signal, isQuiet: true }),
    staleTime: 60_000,
  });

/** One product with its subjects. */
export const productByCode = (language: Language, code: string) =>
  queryOptions({
    queryKey: ['catalogue', 'product', language, code],
    queryFn: ({ signal }) => api('product.byCode', { params: { code } }, { signal, isQuiet: true }),
    staleTime: 60_000,
  });

/** Names of the catalogue in the language of the page. */
export function useNames() {
  const { language } = useLanguage();
  return {
    nameOf: (named: { nameCn: string; nameEn: string }) => (language === 'zh' ? named.nameCn : named.nameEn),
    summaryOf: (product: Product) => (language === 'zh' ? product.summaryCn : product.summaryEn),
    noticeOf: (product: Product) => (language === 'zh' ? product.specialNoticeCn : product.specialNoticeEn),
    detailUrlOf: (line: ProductLine) => (language === 'zh' ? line.detailUrlCn : line.detailUrlEn),
  };
}
