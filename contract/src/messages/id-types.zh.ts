import type { idTypes as english } from './id-types.en.ts';

export const idTypes: typeof english = {
  IDCard: '居民身份证',
  IDCardTaiwan: '台湾居民证件',
  IDCardHongKongMacau: '港澳居民证件',
  Passport: '护照',
};
