import { chinaDateOf } from '@exam/contract/rules';
import { readNow } from '#platform/clock';
import { reading, type Tx } from '#platform/database';
import type { Catalogue, City, Product, Subject, Venue } from './catalogue.ts';

/** How old the answer of `catalogueNow` may be. */
const freshMilliseconds = 2000;

let last: { catalogue: Promise<Catalogue>; readAt: number } | null = null;

/**
 * The whole catalogue as it was at most two seconds ago: it is small, read by every list and changed rarely. Screens only;
 * a command that decides something asks the database (`productById`).
 * @param knows tells whether the answer holds what the caller needs; when it does not, the catalogue is read again at once,
 * so that a new row is never missing.
 */
export async function catalogueNow(knows: (catalogue: Catalogue) => boolean = () => true): Promise<Catalogue> {
  const known = last;
  if (known && performance.now() - known.readAt < freshMilliseconds) {
    const catalogue = await known.catalogue;
    if (knows(catalogue)) return catalogue;
  }
  return readShared(known);
}

/** One reading at a time, shared by all who wait for it. */
async function readShared(outdated: typeof last): Promise<Catalogue> {
  if (last === null || last === outdated) {
    const read = { catalogue: reading(readCatalogue), readAt: performance.now() };
    last = read;
    read.catalogue.catch(() => {
      if (last === read) last = null;
    });
  }
  return last.catalogue;
}

/** Forgets the last reading: who changes the catalogue in this process calls it after the change. */
export function forgetCatalogue(): void {
  last = null;
}

/** The whole catalogue, read over one connection. */
async function readCatalogue(tx: Tx): Promise<Catalogue> {
  const today = chinaDateOf(await readNow(tx));
  const offices = await tx.selectFrom('office').selectAll().orderBy('sort').orderBy('id').execute();
  const cities = await readCities(tx);
  const venues = await readVenues(tx);
  const lines = await tx.selectFrom('product_line').selectAll().orderBy('sort').orderBy('id').execute();
  const subjects = await readSubjects(tx);
  const products = await readProducts(tx, subjects);
  return {
    today,
    lines,
    products: new Map(products.map((product) => [product.id, product])),
    subjects: new Map(subjects.map((subject) => [subject.id, subject])),
    offices: new Map(offices.map((office) => [office.id, office])),
    cities: new Map(cities.map((city) => [city.id, city])),
    venues: new Map(venues.map((venue) => [venue.id, venue])),
  };
}

async function readCities(tx: Tx): Promise<City[]> {
  return tx.selectFrom('city').selectAll().orderBy('sort').orderBy('id').execute();
}

async function readVenues(tx: Tx): Promise<Venue[]> {
  const venues = await tx.selectFrom('venue').selectAll().execute();
  const names = Map.groupBy(
    await tx.selectFrom('venue_name').selectAll().orderBy('language').execute(),
    (name) => name.venue_id,
  );
  return venues.map((venue) => ({ ...venue, names: names.get(venue.id) ?? [] }));
}

async function readSubjects(tx: Tx): Promise<Subject[]> {
  const subjects = await tx.selectFrom('subject').selectAll().orderBy('sort').orderBy('id').execute();
  const cities = Map.groupBy(await tx.selectFrom('subject_city').selectAll().execute(), (row) => row.subject_id);
  return subjects.map((subject) => ({
    ...subject,
    cityIds: (cities.get(subject.id) ?? []).flatMap((row) => row.city_id ?? []),
  }));
}

async function readProducts(tx: Tx, subjects: readonly Subject[]): Promise<Product[]> {
  const rows = await tx
    .selectFrom('product')
    .leftJoin('form_template', 'form_template.id', 'product.form_template_id')
    .leftJoin('awarding_body', 'awarding_body.id', 'product.awarding_body_id')
    .leftJoin('product_offer', 'product_offer.product_id', 'product.id')
    .selectAll('product')
    .select([
      'form_template.number as form_template_number',
      'product_offer.from_fen',
      'product_offer.next_deadline_at',
    ])
    .select(['product_offer.next_exam_date', 'awarding_body.name_en as body_en', 'awarding_body.name_zh as body_zh'])
    .orderBy('product.sort')
    .orderBy('product.id')
    .execute();
  const offices = Map.groupBy(
    await tx.selectFrom('product_office').select(['id', 'product_id', 'office_id']).execute(),
    (row) => row.product_id,
  );
  const ofProduct = Map.groupBy(subjects, (subject) => subject.product_id);
  return rows.map((row) => ({ ...row, offices: offices.get(row.id) ?? [], subjects: ofProduct.get(row.id) ?? [] }));
}
