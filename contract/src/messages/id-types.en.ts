import type { IdType } from '../entities/index.ts';

/** Kinds of identity document: two of them stand for several papers, so they are not called by the name of one (3-domain 1.1 to 1.4). */
export const idTypes: Record<IdType, string> = {
  IDCard: 'Mainland ID card',
  IDCardTaiwan: 'Taiwan resident’s document',
  IDCardHongKongMacau: 'Hong Kong or Macau document',
  Passport: 'Passport',
};
