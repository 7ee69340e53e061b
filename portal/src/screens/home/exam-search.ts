import { useSearchParams } from '@exam/ui/app';
import type { Product, ProductLine } from '../../app/catalogue.ts';
import { useHydrated } from '../../app/hydrated.ts';

/** What the exams are narrowed by; empty text for "any". `line` is an id. */
export type ExamSearch = { query: string; line: string; category: string; page: number };

/** Exams on one page of the list. */
export const pageSize = 12;

/** The search in the address. A page written ahead has none, so the first rendering has none either. */
export function useExamSearch(): ExamSearch {
  const [params] = useSearchParams();
  const isHydrated = useHydrated();
  const valueOf = (name: string) => (isHydrated ? (params.get(name) ?? '') : '');
  const page = Number(valueOf('page'));
  return {
    query: valueOf('q').trim().slice(0, 60),
    line: valueOf('line'),
    category: valueOf('category'),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

/** The address of a search. */
export function addressOf({ query, line, category, page }: ExamSearch): string {
  const params = new URLSearchParams();
  if (query !== '') params.set('q', query);
  if (line !== '') params.set('line', line);
  if (category !== '') params.set('category', category);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '/exam-all' : `/exam-all?${text}`;
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase();
const wordsOf = (query: string) => plain(query).split(/\s+/).filter(Boolean);

function textOf(product: Product, line: ProductLine): string {
  const own = [product.nameEn, product.nameCn, product.code, product.summaryEn, product.summaryCn];
  const subjects = product.subjects.flatMap((subject) => [subject.nameEn, subject.nameCn, subject.code]);
  const body = product.awardingBodyName ?? '';
  return plain([...own, ...subjects, body, line.nameEn, line.nameCn].join(' '));
}

/** The exams in which every word of the query occurs: name, code, subject, family; Chinese and English alike. */
export function findProducts(lines: readonly ProductLine[], search: ExamSearch): Product[] {
  const wanted = wordsOf(search.query);
  return lines
    .filter((line) => search.line === '' || line.id === search.line)
    .flatMap((line) => line.products.map((product) => ({ product, text: textOf(product, line) })))
    .filter(({ product }) => search.category === '' || product.category === search.category)
    .filter(({ text }) => wanted.every((word) => text.includes(word)))
    .map(({ product }) => product);
}

/** The subjects that a query names, when the exam's own name does not say it already. */
export function subjectsFound(product: Product, query: string): Product['subjects'] {
  const wanted = wordsOf(query);
  const own = plain(`${product.nameEn} ${product.nameCn} ${product.code}`);
  if (wanted.every((word) => own.includes(word))) return [];
  return product.subjects.filter((subject) => {
    const text = plain(`${subject.nameEn} ${subject.nameCn} ${subject.code}`);
    return wanted.some((word) => !own.includes(word) && text.includes(word));
  });
}
