import { chinaDateOf } from '@exam/contract/rules';
import { apart, checkMayHold } from '#platform/act';
import { readNow } from '#platform/clock';
import { reading, type Tx, whenDatabaseCloses } from '#platform/database';
import { forgetAnswers } from '#platform/http/shared-answers';
import { fromMemory } from '#platform/process/while-away';
import type { Catalogue, City, Product, Subject, Venue } from './catalogue.ts';

/** How old the answer of `catalogueNow` may be. */
const freshMilliseconds = 1000;

let last: { catalogue: Promise<Catalogue>; readAt: number } | null = null;

/** The last that could be read, for while the database is away. */
let kept: { catalogue: Catalogue; readAt: number } | null = null;

whenDatabaseCloses(() => {
  last = null;
  kept = null;
});

/**
 * The whole catalogue as it was at most a second ago: it is small, read by every list and changed rarely. Screens only;
 * a command that decides something asks the database (`productById`).
 * @param knows tells whether the answer holds what the caller needs; when it does not, the catalogue is read again at once,
 * so that a new row is never missing. While the database is away the last reading goes on.
 * @throws Error inside a reading: it may have to read itself.
 */
export async function catalogueNow(knows: (catalogue: Catalogue) => boolean = () => true): Promise<Catalogue> {
  checkMayHold('reading');
  const known = last;
  if (known && performance.now() - known.readAt < freshMilliseconds) {
    const catalogue = await known.catalogue;
    if (knows(catalogue)) return catalogue;
  }
  try {
    return await readShared(known);
  } catch (error) {
    return fromMemory(error, kept?.catalogue, kept?.readAt ?? 0);
  }
}

/** One reading at a time, shared by all who wait for it. */
async function readShared(outdated: typeof last): Promise<Catalogue> {
  if (last === null || last === outdated) {
    const read = { catalogue: apart(() => reading(readCatalogue)), readAt: performance.now() };
    last = read;
    read.catalogue.then(
      (catalogue) => {
        if (kept === null || kept.readAt < read.readAt) kept = { catalogue, readAt: read.readAt };
      },
      () => {
        if (last === read) last = null;
      },
    );
  }
  return last.catalogue;
}

/** Forgets the last reading: who changes the catalogue in this process calls it after the change. */
export function forgetCatalogue(): void {
  last = null;
  forgetAnswers();
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
    .leftJoin('booking_product', 'booking_product.product_id', 'product.id')
    .leftJoin('product_offer', 'product_offer.product_id', 'product.id')
    .selectAll('product')
    .select([
      'form_template.number as form_template_number',
      'booking_product.lead_days',
      'product_offer.from_fen',
      'product_offer.next_deadline_at',
    ])
    .select('product_offer.next_exam_date')
    .orderBy('product.sort')
    .orderBy('product.id')
    .execute();
  const offices = Map.groupBy(
    await tx.selectFrom('product_office').select(['id', 'product_id', 'office_id']).execute(),
    (row) => row.product_id,
  );
  const ofProduct = Map.groupBy(subjects, (subject) => subject.product_id);
  const bodies = new Map((await tx.selectFrom('awarding_body').selectAll().execute()).map((body) => [body.id, body]));
  const bodyOf = ({ awarding_body_id: id }: { awarding_body_id: string | null }) => bodies.get(id ?? '') ?? null;
  return rows.map((row) => ({
    ...row,
    body: bodyOf(row),
    offices: offices.get(row.id) ?? [],
    subjects: ofProduct.get(row.id) ?? [],
  }));
}
