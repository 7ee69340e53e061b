import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { formats, type Formats } from './format.ts';
import { localeOf, type Language, type Words } from './words.ts';

type LanguageState = {
  language: Language;
  locale: (typeof localeOf)[Language];
  setLanguage: (language: Language) => void;
};

const LanguageContext = createContext<LanguageState>({
  language: 'en',
  locale: localeOf.en,
  setLanguage: () => undefined,
});

/** Tells every part below which language is read, and keeps the document's `lang` attribute equal to it. */
export function LanguageProvider(props: {
  language: Language;
  setLanguage?: (language: Language) => void;
  children: ReactNode;
}) {
  const { language, setLanguage } = props;
  const state = useMemo(
    () => ({ language, locale: localeOf[language], setLanguage: setLanguage ?? (() => undefined) }),
    [language, setLanguage],
  );
  useEffect(() => {
    document.documentElement.lang = localeOf[language];
  }, [language]);
  return <LanguageContext value={state}>{props.children}</LanguageContext>;
}

/** A part of a page in a language of its own; that of the document stays. */
export function LanguagePart({ language, children }: { language: Language; children: ReactNode }) {
  const state = useMemo(() => ({ language, locale: localeOf[language], setLanguage: () => undefined }), [language]);
  return (
    <LanguageContext value={state}>
      <div lang={localeOf[language]}>{children}</div>
    </LanguageContext>
  );
}

export function useLanguage(): LanguageState {
  return use(LanguageContext);
}

/** The dictionary in the language of the page; suspends while it is on its way. */
export function useMessages<T>(words: Words<T>): T {
  const { language } = use(LanguageContext);
  // Always by `use`: a component that waited is tried again where it stopped, and its later hooks fail (React 310, told as 520) when
  // it does not come by the same `use` again.
  return use(words.load(language));
}

/** Dates and money in the language of the page. */
export function useFormats(): Formats {
  return formats[use(LanguageContext).language];
}
