import type { Language } from '@exam/contract/messages';
import { catalogueFees, type StaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '#platform/database';
import { inOffices, type StaffActor } from '#platform/staff-http';

type Choices = z.output<StaffCalls['sessions.choices']['reply']>;

const tiers = z.array(z.object({ from: z.int(), to: z.nullable(z.int()), localFee: z.int() }));

/** What sessions of the reader's offices can be made of; each subject with its price in the catalogue, else what it costs in the published session made last. */
export async function readChoices(
  tx: Tx,
  { staff, language }: { staff: StaffActor; language: Language },
): Promise<Choices> {
  const name = (table: string) => sql.ref(`${table}.name_${language}`);
  const { rows: offices } = await sql<Choices['offices'][number]>`
    select office.id, ${name('office')} as name from office where ${inOffices(staff, 'office.id')} order by sort, id`.execute(
    tx,
  );
  const { rows: cities } = await sql<Choices['cities'][number]>`
    select city.id, ${name('city')} as name, office_id as "officeId" from city
    where city.status = 'Active' and ${inOffices(staff, 'city.office_id')} order by sort, id`.execute(tx);
  const { rows: venues } = await sql<Choices['venues'][number]>`
    select venue.id, venue.code, coalesce(own.display_name, venue.code) as name, venue.city_id as "cityId",
      (select sum(capacity)::integer from venue_room where venue_id = venue.id) as capacity
    from venue join city on city.id = venue.city_id
    left join venue_name own on own.venue_id = venue.id and own.language = ${language}
    where venue.status = 'Active' and city.status = 'Active' and ${inOffices(staff, 'city.office_id')} order by venue.code`.execute(
    tx,
  );
  return { offices, cities, venues, products: await productChoices(tx, language) };
}

type SubjectRow = Omit<Choices['products'][number]['subjects'][number], 'fees' | 'times'> & {
  startTime: string | null;
  endTime: string | null;
  productId: string;
  localFee: number | null;
  boardFee: number | null;
  vat: number | null;
  tierFees: unknown;
  catalogue: unknown;
};

async function productChoices(tx: Tx, language: Language): Promise<Choices['products']> {
  const name = (table: string) => sql.ref(`${table}.name_${language}`);
  const { rows: products } = await sql<Omit<Choices['products'][number], 'subjects'>>`
    select product.id, product.code, ${name('product')} as name from product
    where category = 'Public' and access in ('open', 'opensSoon') order by sort, id`.execute(tx);
  const { rows: subjects } = await sql<SubjectRow>`
    with last as (
      select distinct on (paper.subject_id) paper.id, paper.subject_id, local_fee, board_fee, vat, paper.start_time, paper.end_time
      from session_subject paper join exam_session on exam_session.id = paper.session_id
      where exam_session.booking_id is null and exam_session.status = 'Published'
      order by paper.subject_id, exam_session.created_at desc, exam_session.exam_date desc, paper.id
    )
    select subject.id, subject.product_id as "productId", subject.code, ${name('subject')} as name, duration_minutes as "durationMinutes",
      subject.valid_from as "validFrom", subject.valid_to as "validTo", last.local_fee as "localFee", last.board_fee as "boardFee", last.vat,
      last.start_time as "startTime", last.end_time as "endTime",
      (select coalesce(jsonb_agg(jsonb_build_object('from', tier.from_count, 'to', tier.to_count, 'localFee', tier.local_fee) order by tier.from_count), '[]')
        from session_subject_tier_fee tier where tier.session_subject_id = last.id) as "tierFees",
      subject.fees as catalogue
    from subject left join last on last.subject_id = subject.id
    where subject.status = 'Active' order by subject.sort, subject.id`.execute(tx);
  const ofProduct = Map.groupBy(subjects, ({ productId }) => productId);
  return products.map((product) => ({ ...product, subjects: (ofProduct.get(product.id) ?? []).map(presentSubject) }));
}

function presentSubject({ localFee, boardFee, vat, tierFees, catalogue, startTime, endTime, ...known }: SubjectRow) {
  const subject = { ...known, times: startTime === null || endTime === null ? null : { startTime, endTime } };
  if (catalogue !== null) return { ...subject, fees: catalogueFees.parse(catalogue) };
  const hasFees = localFee !== null && boardFee !== null && vat !== null;
  const fees = hasFees ? { localFee, boardFee, vat, tierFees: tiers.parse(tierFees), lateStages: [] } : null;
  return { ...subject, fees };
}
