import { setActiveLanguage } from '@exam/ui/app';
import type { Language } from '@exam/ui/i18n';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App, prepare } from './site.tsx';
import { descriptionWords } from './messages/descriptions.ts';
import { frameWords } from './messages/frame.ts';
import { redirects, routeOf, routes } from './routes.tsx';

export { redirects };

/** Every address pattern, and which of them are written ahead. */
export const pages = routes.map(({ path, isPrerendered }) => ({ path, isPrerendered: isPrerendered === true }));

type WrittenPage = {
  html: string;
  title: string;
  /** What a search engine shows below the title; none for the 404 page. */
  description: string | null;
};

/** Writes the page at `path` in one language. A path that no route has gives the 404 page. */
export async function writePage(path: string, language: Language): Promise<WrittenPage> {
  setActiveLanguage(language);
  await prepare(path, language);
  const [words, descriptions] = [await frameWords.load(language), await descriptionWords.load(language)];
  const title = routeOf(path)?.title ?? 'notFound';
  const html = renderToString(
    <App language={language}>{(page) => <StaticRouter location={path}>{page}</StaticRouter>}</App>,
  );
  const described: Readonly<Record<string, string>> = descriptions;
  return { html, title: words.documentTitle(words.titles[title]), description: described[title] ?? null };
}
