import '@exam/ui/app/zod-without-eval';
import './styles.css';
import { BrowserRouter, languageOf, setActiveLanguage, storedLanguage } from '@exam/ui/app';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, prepare } from './site.tsx';
import { loadAppConfig } from './app/config.ts';
import { isPlaceKept } from './app/history-guard.ts';

/** The document says in which language it was written; without a written page the stored choice or the browser decides. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  const isWritten = root.hasChildNodes();
  const written = languageOf(document.documentElement.lang);
  const language = isWritten ? written : (storedLanguage() ?? written);
  setActiveLanguage(language);
  await Promise.all([loadAppConfig(), prepare(location.pathname, language)]);
  const app = (
    <App language={language}>{(page) => <BrowserRouter isPlaceKept={isPlaceKept}>{page}</BrowserRouter>}</App>
  );
  if (isWritten) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

void start();
