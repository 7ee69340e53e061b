import { refusals as portalEn, type RefusalWords } from './refusals.en.ts';
import { refusals as portalZh } from './refusals.zh.ts';
import { staffRefusals as staffEn } from './staff-refusals.en.ts';
import { staffRefusals as staffZh } from './staff-refusals.zh.ts';

/** Words of the server's refusals, candidates' and staff's, by language and code. */
export const refusals: Record<'en' | 'zh', RefusalWords> = {
  en: { ...portalEn, ...staffEn },
  zh: { ...portalZh, ...staffZh },
};
