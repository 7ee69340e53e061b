import type { Product } from '../../app/catalogue.ts';

/** The least and the most days ahead with which booked exams on offer can be had; null where there are none. */
export function bookingLeadOf(products: readonly Pick<Product, 'access' | 'leadDays'>[]): string | null {
  const leads = products.flatMap(({ access, leadDays }) => (access === 'open' && leadDays !== null ? [leadDays] : []));
  const ends = new Set([Math.min(...leads), Math.max(...leads)]);
  return leads.length === 0 ? null : [...ends].join('–');
}
