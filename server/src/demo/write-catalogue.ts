import { formCodes, forms as knownForms } from '@exam/contract/forms';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import type { DemoSubject } from './data/accountancy-subjects.ts';
import { awardingBodies, type DemoBody } from './data/awarding-bodies.ts';
import { lines } from './data/lines.ts';
import { laterProducts } from './data/later-products.ts';
import { offices, venues } from './data/places.ts';
import { admissionProducts, openProducts, type DemoProduct } from './data/products.ts';
import { writeCentres, writeRooms } from './write-rooms.ts';

/** Ids by code of what was written; subjects by `product subject`. */
export type WrittenCatalogue = {
  officeOfCity: Map<string, string>;
  cities: Map<string, string>;
  venues: Map<string, { id: string; cityId: string; officeId: string }>;
  products: Map<string, string>;
  subjects: Map<string, string>;
};

/** Every product of the demonstration, in the order of its line. */
const demoProducts: readonly DemoProduct[] = [...openProducts, ...admissionProducts, ...laterProducts];

/** Writes places, lines, products and subjects; gives back their ids. */
export async function writeCatalogue(tx: Tx, now: string): Promise<WrittenCatalogue> {
  const places = await writePlaces(tx);
  const bodies = idsOf(awardingBodies.map((body) => body.code));
  await tx
    .insertInto('awarding_body')
    .values(awardingBodies.map((body) => bodyRow(bodies(body.code), body)))
    .execute();
  await writeRooms(
    tx,
    [...places.venues.values()].map(({ id }) => id),
  );
  await writeCentres(tx, { officeIds: places.offices, bodyIds: awardingBodies.map(({ code }) => bodies(code)) });
  const lineIds = idsOf(lines.map((line) => line.code));
  await tx
    .insertInto('product_line')
    .values(
      lines.map((line, sort) => ({
        id: lineIds(line.code),
        code: line.code,
        name_en: line.name.en,
        name_zh: line.name.zh,
        is_display_on_home: line.isOnHome,
        detail_url_en: line.detailUrl?.en ?? null,
        detail_url_zh: line.detailUrl?.zh ?? null,
        line_category: line.category,
        sort,
      })),
    )
    .execute();
  const forms = idsOf(formCodes);
  await tx
    .insertInto('form_template')
    .values(formCodes.map((number) => ({ id: forms(number), number, version: knownForms[number].version })))
    .execute();
  const products = await writeProducts(tx, { now, bodies, forms, lines: lineIds });
  await writeProductOffices(tx, products, places.offices);
  return { ...places, products, subjects: await writeSubjects(tx, products) };
}

function bodyRow(id: string, body: DemoBody) {
  const { code, name, legalName, country, contact, purpose, means, dataKinds, rights } = body;
  return {
    id,
    code,
    country,
    name_en: name.en,
    name_zh: name.zh,
    legal_name_en: legalName.en,
    legal_name_zh: legalName.zh,
    contact_en: contact.en,
    contact_zh: contact.zh,
    purpose_en: purpose.en,
    purpose_zh: purpose.zh,
    means_en: means.en,
    means_zh: means.zh,
    data_kinds_en: dataKinds.en,
    data_kinds_zh: dataKinds.zh,
    rights_en: rights.en,
    rights_zh: rights.zh,
  };
}

type IdOf = (code: string) => string;

function idsOf(codes: readonly string[]): IdOf {
  const ids = new Map(codes.map((code) => [code, randomId()]));
  return (code) => known(ids, code);
}

/** The id of a code; a code that the data does not have is a mistake in the data. */
export function known<Value>(values: ReadonlyMap<string, Value>, code: string): Value {
  const value = values.get(code);
  if (value === undefined) throw new Error(`The demonstration's data has no ${code}.`);
  return value;
}

async function writePlaces(tx: Tx) {
  const officeIds = new Map(offices.map((office) => [office.code, randomId()]));
  await tx
    .insertInto('office')
    .values(
      offices.map((office, sort) => ({
        id: known(officeIds, office.code),
        code: office.code,
        name_en: office.name.en,
        name_zh: office.name.zh,
        email: office.email,
        phone: office.phone,
        sort,
      })),
    )
    .execute();
  const rows = offices.flatMap((office, at) =>
    office.cities.map(([code, name_en, name_zh], sort) => ({
      id: randomId(),
      office_id: known(officeIds, office.code),
      code,
      name_en,
      name_zh,
      sort: at * 100 + sort,
    })),
  );
  await tx.insertInto('city').values(rows).execute();
  const cities = new Map(rows.map((row) => [row.code, row.id]));
  const officeOfCity = new Map(rows.map((row) => [row.id, row.office_id]));
  return { offices: officeIds, cities, officeOfCity, venues: await writeVenues(tx, cities, officeOfCity) };
}

async function writeVenues(tx: Tx, cities: Map<string, string>, officeOfCity: Map<string, string>) {
  const rows = venues.map((venue) => ({ ...venue, id: randomId(), cityId: known(cities, venue.city) }));
  await tx
    .insertInto('venue')
    .values(
      rows.map((venue) => ({
        id: venue.id,
        city_id: venue.cityId,
        code: venue.code,
        status: venue.isActive ? ('Active' as const) : ('Inactive' as const),
        address_en: venue.address.en,
        address_zh: venue.address.zh,
      })),
    )
    .execute();
  await tx
    .insertInto('venue_name')
    .values(
      rows.flatMap(({ id, name }) => [
        { id: randomId(), venue_id: id, language: 'en' as const, display_name: name.en },
        { id: randomId(), venue_id: id, language: 'zh' as const, display_name: name.zh },
      ]),
    )
    .execute();
  const officeOf = (cityId: string) => known(officeOfCity, cityId);
  return new Map(rows.map(({ id, code, cityId }) => [code, { id, cityId, officeId: officeOf(cityId) }]));
}

async function writeProducts(
  tx: Tx,
  context: { now: string; bodies: IdOf; forms: IdOf; lines: IdOf },
): Promise<Map<string, string>> {
  const ids = new Map(demoProducts.map((product) => [product.code, randomId()]));
  await tx
    .insertInto('product')
    .values(
      demoProducts.map((product, sort) => ({
        id: known(ids, product.code),
        line_id: context.lines(product.line),
        code: product.code,
        name_en: product.name.en,
        name_zh: product.name.zh,
        summary_en: product.summary.en,
        summary_zh: product.summary.zh,
        category: product.category,
        access: product.access,
        awarding_body_id: product.body ? context.bodies(product.body) : null,
        form_template_id: product.form ? context.forms(product.form) : null,
        special_notice_en: product.notice?.en ?? null,
        special_notice_zh: product.notice?.zh ?? null,
        external_url: product.url ?? null,
        minimum_candidates: product.minimumCandidates ?? 1,
        is_repeat_by_subject: product.isRepeatBySubject ?? false,
        sort,
        last_modified_at: context.now,
      })),
    )
    .execute();
  return ids;
}

async function writeProductOffices(
  tx: Tx,
  products: Map<string, string>,
  officeIds: Map<string, string>,
): Promise<void> {
  const rows = demoProducts
    .filter((product) => product.access !== 'external')
    .flatMap((product) =>
      (product.offices ?? [...officeIds.keys()]).map((office) => ({ product: product.code, office })),
    );
  await tx
    .insertInto('product_office')
    .values(
      rows.map(({ product, office }) => ({
        id: randomId(),
        product_id: known(products, product),
        office_id: known(officeIds, office),
        wbs: `${office}-${product.toUpperCase()}`,
      })),
    )
    .execute();
}

async function writeSubjects(tx: Tx, products: Map<string, string>): Promise<Map<string, string>> {
  const rows = demoProducts.flatMap(({ code, subjects }) =>
    subjects.map((subject, sort) => ({
      key: `${code} ${subject.code}`,
      row: subjectRow(subject, known(products, code), sort),
    })),
  );
  await tx
    .insertInto('subject')
    .values(rows.map(({ row }) => row))
    .execute();
  return new Map(rows.map(({ key, row }) => [key, row.id]));
}

function subjectRow(subject: DemoSubject, productId: string, sort: number) {
  return {
    id: randomId(),
    product_id: productId,
    code: subject.code,
    name_en: subject.name.en,
    name_zh: subject.name.zh,
    sort,
    candidate_types: [...(subject.candidateTypes ?? [])],
    set_code: subject.setCode ?? null,
    duration_minutes: subject.minutes,
    syllabus: subject.syllabus ?? null,
    valid_from: subject.validFrom ?? null,
    valid_to: subject.validTo ?? null,
    status: subject.isInactive ? ('Inactive' as const) : ('Active' as const),
  };
}
