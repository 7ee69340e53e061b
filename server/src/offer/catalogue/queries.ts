import type {
  CandidateType,
  Product as ProductEntity,
  ProductLine as ProductLineEntity,
  Subject as SubjectEntity,
} from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { refuse } from '#platform/errors';
import { isOffered, type Product, type Subject } from './catalogue.ts';
import {
  presentCity,
  presentLine,
  presentOffice,
  presentProduct,
  presentSubject,
  typesOf,
  type CityEntity,
  type OfficeEntity,
} from './present.ts';
import { catalogueNow } from './read-catalogue.ts';

/** Every product that is offered or announced; archived ones are kept for the record only. */
export async function listProducts(language: Language): Promise<ProductEntity[]> {
  const catalogue = await catalogueNow();
  return [...catalogue.products.values()]
    .filter(isShown)
    .map((product) => presentProduct(product, catalogue, language));
}

/** Product lines with their products, both in their order; archived ones are left out. */
export async function listLines(language: Language): Promise<ProductLineEntity[]> {
  const catalogue = await catalogueNow();
  const products = [...catalogue.products.values()].filter(isShown);
  return catalogue.lines
    .filter((line) => !line.is_archived)
    .map((line) => {
      const ofLine = products.filter((product) => product.line_id === line.id);
      return presentLine(
        line,
        ofLine.map((product) => presentProduct(product, catalogue, language)),
      );
    });
}

/**
 * A product by its code in letters of either case, archived ones too: an old registration still names it.
 * @throws Refusal NOT_FOUND.
 */
export async function productByCode(code: string, language: Language): Promise<ProductEntity> {
  const wanted = code.toLowerCase();
  const find = (products: Iterable<Product>) => [...products].find((product) => product.code.toLowerCase() === wanted);
  const catalogue = await catalogueNow((known) => find(known.products.values()) !== undefined);
  const product = find(catalogue.products.values()) ?? refuse('NOT_FOUND');
  return presentProduct(product, catalogue, language);
}

/** The subjects of a product that are offered today, for one candidate type or all. @throws Refusal NOT_FOUND. */
export async function listSubjects(
  productId: string,
  candidateType: CandidateType | null,
  language: Language,
): Promise<SubjectEntity[]> {
  const subjects = await offeredSubjects(productId);
  return subjects
    .filter((subject) => candidateType === null || subject.candidate_types.includes(candidateType))
    .map((subject) => presentSubject(subject, language));
}

/** Candidate types and the subjects each may take; none for a product without a split. @throws Refusal NOT_FOUND. */
export async function listCandidateTypes(
  productId: string | null,
  candidateType: CandidateType | null,
): Promise<{ candidateType: CandidateType; subjectIds: string[] }[]> {
  const byType = new Map<CandidateType, string[]>();
  for (const subject of await offeredSubjects(productId)) {
    for (const type of typesOf(subject)) {
      if (candidateType !== null && type !== candidateType) continue;
      byType.set(type, [...(byType.get(type) ?? []), subject.id]);
    }
  }
  return [...byType].map(([type, subjectIds]) => ({ candidateType: type, subjectIds }));
}

/** Cities where exams are held: all, or those of the offices that offer a product. @throws Refusal NOT_FOUND for an unknown product. */
export async function listCities(productId: string | null, language: Language): Promise<CityEntity[]> {
  const catalogue = await catalogueNow((known) => productId === null || known.products.has(productId));
  const product = productId === null ? null : (catalogue.products.get(productId) ?? refuse('NOT_FOUND'));
  const offers = (officeId: string) =>
    product === null || product.offices.some((office) => office.office_id === officeId);
  return [...catalogue.cities.values()]
    .filter((city) => city.status === 'Active' && offers(city.office_id))
    .map((city) => presentCity(city, catalogue, language));
}

/** Cities with a session of a subject still to come. @throws Refusal NOT_FOUND for an unknown subject. */
export async function listCitiesOfSubject(subjectId: string, language: Language): Promise<CityEntity[]> {
  const catalogue = await catalogueNow((known) => known.subjects.has(subjectId));
  const subject = catalogue.subjects.get(subjectId) ?? refuse('NOT_FOUND');
  return [...catalogue.cities.values()]
    .filter((city) => subject.cityIds.includes(city.id))
    .map((city) => presentCity(city, catalogue, language));
}

/** Cities of an office where exams are held. @throws Refusal NOT_FOUND for an unknown office. */
export async function listCitiesOfOffice(officeId: string, language: Language): Promise<CityEntity[]> {
  const catalogue = await catalogueNow((known) => known.offices.has(officeId));
  if (!catalogue.offices.has(officeId)) refuse('NOT_FOUND');
  return [...catalogue.cities.values()]
    .filter((city) => city.status === 'Active' && city.office_id === officeId)
    .map((city) => presentCity(city, catalogue, language));
}

/** The provider's offices. */
export async function listOffices(language: Language): Promise<OfficeEntity[]> {
  const { offices } = await catalogueNow();
  return [...offices.values()].map((office) => presentOffice(office, language));
}

async function offeredSubjects(productId: string | null): Promise<Subject[]> {
  const catalogue = await catalogueNow((known) => productId === null || known.products.has(productId));
  if (productId !== null && !catalogue.products.has(productId)) refuse('NOT_FOUND');
  const all = productId === null ? catalogue.subjects.values() : (catalogue.products.get(productId)?.subjects ?? []);
  return [...all].filter((subject) => isOffered(subject, catalogue.today));
}

function isShown(product: Product): boolean {
  return product.access !== 'archived';
}
