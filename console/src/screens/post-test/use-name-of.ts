import { useLanguage } from '@exam/ui/i18n';

type Named = { nameEn: string; nameZh: string };

/** A name in the reader's language. */
export function useNameOf(): (named: Named) => string {
  const { language } = useLanguage();
  return ({ nameEn, nameZh }) => (language === 'zh' ? nameZh : nameEn);
}
