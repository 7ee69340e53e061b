import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { frameWords } from '../../messages/frame.ts';

/** The page around what is shown to whoever is not signed in. */
export function OpenPage({ title, children }: { title: string; children: ReactNode }) {
  const words = useMessages(frameWords);
  const { language, setLanguage } = useLanguage();
  return (
    <main id="main" className="mx-auto max-w-form px-4 py-10" tabIndex={-1}>
      <div className="mb-6 flex items-center justify-between gap-4">
        <span className="font-serif text-lg font-semibold">{words.product}</span>
        <Button variant="quiet" small onClick={() => setLanguage(language === 'en' ? 'zh' : 'en')}>
          {words.otherLanguage}
        </Button>
      </div>
      <h1 className="mb-4 text-2xl">{title}</h1>
      {children}
    </main>
  );
}
