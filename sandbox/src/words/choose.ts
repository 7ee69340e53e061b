import { en } from './en.ts';
import { zh } from './zh.ts';
import { textOf, recordOf } from '../reading.ts';
import type { FastifyRequest } from 'fastify';
import type { Words } from './en.ts';

/** The two languages of the pages, as `lang` attributes. */
export type Lang = 'zh-CN' | 'en-GB';

const dictionaries: Record<Lang, Words> = { 'zh-CN': zh, 'en-GB': en };

/** The first of the two languages that a browser prefers; English when it names neither. */
function preferred(acceptLanguage: string): Lang {
  const asked = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', weight = 'q=1'] = part.trim().toLowerCase().split(';');
      return { tag, weight: Number(weight.trim().replace('q=', '')) };
    })
    .toSorted((a, b) => b.weight - a.weight);
  const first = asked.find(({ tag }) => tag.startsWith('zh') || tag.startsWith('en'));
  return first?.tag.startsWith('zh') ? 'zh-CN' : 'en-GB';
}

/** The language a page is asked in: `?lang=`, then the cookie of an earlier choice, then the browser's preference. */
export function wordsFor(request: FastifyRequest): { lang: Lang; words: Words } {
  const chosen =
    textOf(recordOf(request.query), 'lang') ||
    (/(?:^|;\s*)sandbox_lang=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '');
  const lang: Lang =
    chosen === 'zh-CN' || chosen === 'en-GB' ? chosen : preferred(request.headers['accept-language'] ?? '');
  return { lang, words: dictionaries[lang] };
}
