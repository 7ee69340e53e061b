import { setActiveLanguage } from '@exam/ui/app';
import type { Language } from '@exam/ui/i18n';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App, prepare } from './site.tsx';
import { frameWords } from './messages/frame.ts';
import { redirects, routeOf, routes } from './routes.tsx';

export { redirects };

/** Every address pattern, and which of them are written ahead. */
export const pages = routes.map(({ path, isPrerendered }) => ({ path, isPrerendered: isPrerendered === true }));

/** Writes the page at `path` in one language. A path that no route has gives the 404 page. */
export async function writePage(path: string, language: Language): Promise<{ html: string; title: string }> {
  setActiveLanguage(language);
  await prepare(path, language);
  const words = await frameWords.load(language);
  const html = renderToString(
    <App language={language}>{(page) => <StaticRouter location={path}>{page}</StaticRouter>}</App>,
  );
  return { html, title: words.documentTitle(words.titles[routeOf(path)?.title ?? 'notFound']) };
}
