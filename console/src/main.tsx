import '@exam/ui/app/zod-without-eval';
import './styles.css';
import { BrowserRouter, languageOf, setActiveLanguage, storedLanguage } from '@exam/ui/app';
import { createRoot } from 'react-dom/client';
import { App, prepare } from './app/app.tsx';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) return;
  const language = storedLanguage() ?? languageOf(document.documentElement.lang);
  setActiveLanguage(language);
  await prepare(location.pathname, language);
  createRoot(root).render(<App language={language}>{(page) => <BrowserRouter>{page}</BrowserRouter>}</App>);
}

void start();
