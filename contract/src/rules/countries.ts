/** Names that differ from the language data for legal reasons; Hong Kong and Macao have theirs there. */
const own: Readonly<Record<string, { en: string; zh: string }>> = { TW: { en: 'Taiwan, China', zh: '中国台湾' } };

const names = {
  en: new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'none' }),
  zh: new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'none' }),
};

/** The name of a country or region by its ISO 3166 code (two capitals); null for a code that is none or stands for none. */
export function countryName(code: string, language: 'en' | 'zh'): string | null {
  if (!/^(?!AA|Q[M-Z]|X|ZZ)[A-Z]{2}$/.test(code)) return null;
  return own[code]?.[language] ?? names[language].of(code) ?? null;
}
