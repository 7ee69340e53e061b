import { activeLanguage } from '@exam/ui/app';
import type { Words } from '@exam/ui/i18n';
import { lazy, type ComponentType } from 'react';

/**
 * A part of a screen that is fetched when it is first shown, together with its words in the language of the page:
 * `later(() => import('./exam-info.tsx').then((m) => m.ExamInfo), ruleWords)`.
 */
export function later<P>(source: () => Promise<ComponentType<P>>, ...words: readonly Words<unknown>[]) {
  return lazy(async () => {
    const [component] = await Promise.all([source(), ...words.map((entry) => entry.load(activeLanguage()))]);
    return { default: component };
  });
}
