export type Language = 'en' | 'zh';

/** The value of the `lang` attribute and of the locale handed to date and calendar parts. */
export const localeOf = { en: 'en-GB', zh: 'zh-CN' } as const satisfies Record<Language, string>;

/** A dictionary in two languages of which only the one in use is fetched. */
export type Words<T> = {
  /** The dictionary if it has arrived, else undefined. */
  peek: (language: Language) => T | undefined;
  /**
   * Fetches the dictionary once; the same promise is given to every caller. A failed fetch may be tried again. Once the dictionary
   * is here the promise carries it as `status` and `value`, by which React reads it without waiting.
   */
  load: (language: Language) => Promise<T>;
};

/**
 * Declares a dictionary. `en` is the type, `zh` must match it: a missing key or a wrong parameter does not compile.
 * Each source is a dynamic import, so that the other language never reaches the browser.
 */
export function defineWords<T>(sources: { en: () => Promise<T>; zh: () => Promise<NoInfer<T>> }): Words<T> {
  const arrived: Partial<Record<Language, T>> = {};
  const pending: Partial<Record<Language, Promise<T>>> = {};
  return {
    peek: (language) => arrived[language],
    load: (language) => {
      const known = pending[language];
      if (known) return known;
      const promise: Promise<T> = sources[language]().then(
        (words) => {
          arrived[language] = words;
          void Object.assign(promise, { status: 'fulfilled', value: words });
          return words;
        },
        (reason: unknown) => {
          delete pending[language];
          throw reason;
        },
      );
      pending[language] = promise;
      return promise;
    },
  };
}

const rules = { en: new Intl.PluralRules('en-GB'), zh: new Intl.PluralRules('zh-CN') };

/** Picks the right form for a count: `plural('en', 1, { one: '1 seat left', other: '2 seats left' })`. */
export function plural(language: Language, count: number, forms: { one?: string; other: string }): string {
  return rules[language].select(count) === 'one' ? (forms.one ?? forms.other) : forms.other;
}
