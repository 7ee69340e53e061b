import type { Application } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { catalogueNow } from '#offer/catalogue';
import { reading } from '#platform/database';
import { presentDetail, readDetail } from './detail.ts';

/** One's own application as its page shows it, in the reader's language. @throws Refusal NOT_FOUND */
export async function showApplication(accountId: string, id: string, language: Language): Promise<Application> {
  const found = await reading((tx) => readDetail(tx, { accountId, id }));
  const { officeId, venueId, cityId, productId } = found.session;
  const catalogue = await catalogueNow(
    (known) =>
      known.offices.has(officeId) &&
      known.cities.has(cityId) &&
      known.products.has(productId) &&
      found.listed.papers.every(({ subjectId }) => known.subjects.has(subjectId)) &&
      (venueId === null || known.venues.has(venueId)),
  );
  return presentDetail(found, { catalogue, language });
}
