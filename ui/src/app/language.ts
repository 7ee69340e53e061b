import { localeOf, type Language } from '../i18n/index.ts';

const key = 'lang';
const year = 365 * 24 * 3600;
let active: Language = 'en';

/** `zh*` is Chinese, everything else English. */
export function languageOf(tag: string): Language {
  return tag.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** The language in use now, for callers outside React. */
export function activeLanguage(): Language {
  return active;
}

export function setActiveLanguage(language: Language): void {
  active = language;
}

/** The language once chosen here, or null. Storage may be closed to us; then the cookie and the browser decide. */
export function storedLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? null : languageOf(stored);
  } catch {
    return null;
  }
}

/** Keeps the choice, and tells the server by cookie so that a prerendered page comes in it. */
export function storeLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${key}=${localeOf[language]}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`;
  try {
    localStorage.setItem(key, localeOf[language]);
  } catch {
    // A browser without storage still has the cookie.
  }
}
