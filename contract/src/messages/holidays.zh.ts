import type { holidays as english } from './holidays.en.ts';

export const holidays: typeof english = {
  NewYear: '元旦',
  SpringFestival: '春节',
  Qingming: '清明节',
  LabourDay: '劳动节',
  DragonBoat: '端午节',
  MidAutumn: '中秋节',
  NationalDay: '国庆节',
};
