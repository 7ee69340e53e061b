import {
  candidateTypes,
  type CandidateType,
  type city,
  type office,
  type Product as ProductEntity,
  type ProductLine as ProductLineEntity,
  type Subject as SubjectEntity,
  type venue,
} from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { termsOf } from '@exam/contract/rules';
import type * as z from 'zod/mini';
import {
  isOffered,
  nameIn,
  type Catalogue,
  type City,
  type Office,
  type Product,
  type ProductLine,
  type Subject,
  type Venue,
} from './catalogue.ts';
import { productPolicy } from './policy.ts';
import { recipientIn } from './recipient.ts';

export type CityEntity = z.output<typeof city>;
export type OfficeEntity = z.output<typeof office>;
export type VenueEntity = z.output<typeof venue>;

/** A subject on the wire. */
export function presentSubject(subject: Subject, language: Language): SubjectEntity {
  return {
    id: subject.id,
    subjectName: nameIn(language, subject),
    sort: subject.sort,
    nameEn: subject.name_en,
    nameCn: subject.name_zh,
    code: subject.code,
    candidateTypes: typesOf(subject),
    setCode: subject.set_code,
    durationMinutes: subject.duration_minutes,
  };
}

/** The candidate types that may take a subject, in the contract's order; none where the family has no split. */
export function typesOf(subject: Subject): CandidateType[] {
  return candidateTypes.filter((type) => subject.candidate_types.includes(type));
}

/** An office on the wire. */
export function presentOffice(office: Office, language: Language): OfficeEntity {
  return { id: office.id, name: nameIn(language, office), sortNum: office.sort };
}

/** A city with the office it belongs to. */
export function presentCity(city: City, catalogue: Catalogue, language: Language): CityEntity {
  const office = catalogue.offices.get(city.office_id);
  return { id: city.id, name: nameIn(language, city), office: office ? presentOffice(office, language) : null };
}

/** A venue with its names and its address in the reader's language. */
export function presentVenue(venue: Venue, catalogue: Catalogue, language: Language): VenueEntity {
  const town = catalogue.cities.get(venue.city_id);
  return {
    id: venue.id,
    code: venue.code,
    name: venueNameIn(language, venue),
    status: venue.status,
    city: town ? nameIn(language, town) : '',
    address: language === 'zh' ? venue.address_zh : venue.address_en,
    multiLanguages: venue.names.map((name) => ({
      id: name.id,
      code: venue.code,
      languageType: name.language === 'zh' ? 'Zh' : 'En',
      displayName: name.display_name,
    })),
  };
}

/** What is told of a venue as the place of an exam: its name, with the room or desk of a booked one, and address; null while none is chosen. */
export function placeOf(
  { venueId, place }: { venueId: string | null; place: string },
  { catalogue, language }: { catalogue: Catalogue; language: Language },
): { name: string; address: string } | null {
  const venue = venueId === null ? undefined : catalogue.venues.get(venueId);
  if (!venue) return null;
  const name = [venueNameIn(language, venue), place].filter((part) => part !== '').join(' ');
  return { name, address: language === 'zh' ? venue.address_zh : venue.address_en };
}

/** The name of a venue in the reader's language, from its display names (specification, multiLanguages). */
function venueNameIn(language: Language, venue: Venue): string {
  const name = venue.names.find((candidate) => candidate.language === language) ?? venue.names[0];
  return name?.display_name ?? venue.code;
}

/**
 * A product on the wire. Finance codes of offices and the author are the staff's own: always null here.
 * Subjects that cannot be offered today are left out.
 */
export function presentProduct(product: Product, catalogue: Catalogue, language: Language): ProductEntity {
  const subjects = product.subjects.filter((subject) => isOffered(subject, catalogue.today));
  return {
    id: product.id,
    productName: nameIn(language, product),
    nameCn: product.name_zh,
    nameEn: product.name_en,
    code: product.code,
    awardingBodyId: product.awarding_body_id,
    awardingBodyName: product.body && nameIn(language, product.body),
    recipient: product.body && recipientIn(language, product.body),
    createBy: null,
    productOfficeWBS: product.offices.map((office) => ({ id: office.id, officeId: office.office_id, wbs: null })),
    subjects: subjects.map((subject) => presentSubject(subject, language)),
    category: product.category,
    productType: product.category === 'PostTest' ? 'PostTest' : 'Test',
    registrationTemplateId: product.form_template_id,
    registrationTemplateNumber: product.form_template_number,
    lastModifiedOn: product.last_modified_at,
    candidateTypes: candidateTypes.filter((type) => subjects.some((subject) => typesOf(subject).includes(type))),
    access: accessOf(product),
    summaryCn: product.summary_zh,
    summaryEn: product.summary_en,
    specialNoticeCn: product.special_notice_zh,
    specialNoticeEn: product.special_notice_en,
    externalUrl: product.external_url,
    minimumCandidates: product.minimum_candidates,
    leadDays: product.lead_days,
    fromFen: product.from_fen,
    nextDeadline: product.next_deadline_at,
    nextExamDate: product.next_exam_date,
    refundTerms: termsOf(productPolicy(product)),
  };
}

/** Nobody can register while a consent could not say to whom the data goes (PIPL 39; decision 0059). */
function accessOf({ access, body }: Product): Product['access'] {
  return access === 'open' && body !== null && recipientIn('en', body) === null ? 'opensSoon' : access;
}

/** A product line with the products given, in their order. */
export function presentLine(line: ProductLine, products: ProductEntity[]): ProductLineEntity {
  return {
    id: line.id,
    nameCn: line.name_zh,
    nameEn: line.name_en,
    isDisplayOnHomeEnabled: line.is_display_on_home,
    detailUrlCn: line.detail_url_zh,
    detailUrlEn: line.detail_url_en,
    lineCategory: line.line_category,
    products,
  };
}
