import type { Language, Words } from '../i18n/index.ts';
import type { ComponentType } from 'react';

/** A screen fetched when it is first needed, together with its words. */
export type Screen = {
  /** The component if it is here. */
  peek: () => ComponentType | undefined;
  /** Fetches the component and its words in one go; the same promise for every caller. */
  load: (language: Language) => Promise<ComponentType>;
};

/**
 * Declares a screen: `screen(() => import('./screens/home/home.tsx').then((m) => m.Home), homeWords)`.
 * Words that are not named here still work, but arrive one round trip later.
 */
export function screen(source: () => Promise<ComponentType>, ...words: readonly Words<unknown>[]): Screen {
  let here: ComponentType | undefined;
  const pending: Partial<Record<Language, Promise<ComponentType>>> = {};
  const fetchAll = async (language: Language) => {
    const [component] = await Promise.all([source(), ...words.map((entry) => entry.load(language))]);
    here = component;
    return component;
  };
  return {
    peek: () => here,
    load: (language) => {
      pending[language] ??= fetchAll(language).catch((reason: unknown) => {
        delete pending[language];
        throw reason;
      });
      return pending[language];
    },
  };
}

/** A screen that is part of the frame itself. */
export function presentScreen(component: ComponentType): Screen {
  return { peek: () => component, load: () => Promise.resolve(component) };
}
