import type { Language } from '@exam/contract/messages';
import type { Selectable } from 'kysely';
import type {
  CityTable,
  OfficeTable,
  ProductLineTable,
  ProductTable,
  SubjectTable,
  VenueNameTable,
  VenueTable,
} from '#platform/tables/index';
import type { AwardingBody } from './recipient.ts';

/** A branch of the provider. */
export type Office = Selectable<OfficeTable>;
/** A city; it belongs to one office. */
export type City = Selectable<CityTable>;
/** A room address with its display names by language. */
export type Venue = Selectable<VenueTable> & { names: Selectable<VenueNameTable>[] };
export type ProductLine = Selectable<ProductLineTable>;
/** A subject and the cities with a listed session of it that has not begun. */
export type Subject = Selectable<SubjectTable> & { cityIds: string[] };

/** A product with what its list entry says: its offices, its subjects, and what its sessions offer (fen, instant, China date). */
export type Product = Selectable<ProductTable> & {
  form_template_number: string | null;
  body: AwardingBody | null;
  lead_days: number | null;
  from_fen: number | null;
  next_deadline_at: string | null;
  next_exam_date: string | null;
  offices: { id: string; office_id: string }[];
  subjects: Subject[];
};

/** The catalogue at a moment; maps keep the order in which lists show their entries. `today` is the date in China. */
export type Catalogue = {
  today: string;
  lines: ProductLine[];
  products: Map<string, Product>;
  subjects: Map<string, Subject>;
  offices: Map<string, Office>;
  cities: Map<string, City>;
  venues: Map<string, Venue>;
};

/** The name of anything that has one in each language. */
export function nameIn(language: Language, named: { name_en: string; name_zh: string }): string {
  return language === 'zh' ? named.name_zh : named.name_en;
}

/** A text that may be missing in one or both languages: the reader's language, or nothing. */
export function textIn(language: Language, en: string | null, zh: string | null): string | null {
  return language === 'zh' ? zh : en;
}

/**
 * Whether a subject can be offered now: active, not over, and either in force already or with a session to come (papers of
 * a later syllabus appear with their first session, 3-domain 2.3).
 */
export function isOffered(subject: Subject, today: string): boolean {
  if (subject.status !== 'Active') return false;
  if (subject.valid_to !== null && subject.valid_to < today) return false;
  return subject.valid_from === null || subject.valid_from <= today || subject.cityIds.length > 0;
}
