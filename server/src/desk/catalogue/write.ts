import { policyWith } from '@exam/contract/rules';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import type { Content, Target } from './content.ts';

type Of<K extends Content['kind']> = Extract<Content, { kind: K }>;
type Writing = { before: Content | null; after: Content };

/**
 * Writes what is published from this moment. A product's date of change moves with it and with its subjects, so that wizards on their
 * way notice; the terms of refund that held until now are kept for those who ordered under them.
 */
export async function writeContent(tx: Tx, { id }: Target, { before, after }: Writing): Promise<void> {
  if (after.kind === 'line') return await writeLine(tx, id, after);
  if (after.kind === 'body') return await writeBody(tx, id, after);
  if (after.kind === 'subject') return await writeSubject(tx, id, after);
  if (before?.kind === 'product') await keepTerms(tx, id, { before, after });
  await writeProduct(tx, id, after);
  await writeOffers(tx, id, after.offices);
  await writeTariff(tx, id, after.tariff);
}

async function writeLine(tx: Tx, id: string, line: Of<'line'>): Promise<void> {
  const row = {
    code: line.code,
    name_en: line.nameEn,
    name_zh: line.nameZh,
    sort: line.sort,
    is_display_on_home: line.isDisplayOnHome,
    detail_url_en: line.detailUrlEn,
    detail_url_zh: line.detailUrlZh,
    line_category: line.lineCategory,
    is_archived: line.isArchived,
  };
  await tx
    .insertInto('product_line')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** A new version: who has read the facts before is asked again; what was consented to stays as it was shown. */
async function writeBody(tx: Tx, id: string, body: Of<'body'>): Promise<void> {
  const row = {
    code: body.code,
    name_en: body.nameEn,
    name_zh: body.nameZh,
    legal_name_en: body.legalNameEn,
    legal_name_zh: body.legalNameZh,
    country: body.country,
    contact_en: body.contactEn,
    contact_zh: body.contactZh,
    purpose_en: body.purposeEn,
    purpose_zh: body.purposeZh,
    means_en: body.meansEn,
    means_zh: body.meansZh,
    data_kinds_en: body.dataKindsEn,
    data_kinds_zh: body.dataKindsZh,
    rights_en: body.rightsEn,
    rights_zh: body.rightsZh,
  };
  await tx
    .insertInto('awarding_body')
    .values({ id, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ ...row, version: sql<number>`awarding_body.version + 1` }),
    )
    .execute();
}

async function writeProduct(tx: Tx, id: string, product: Of<'product'>): Promise<void> {
  const row = {
    line_id: product.lineId,
    code: product.code,
    name_en: product.nameEn,
    name_zh: product.nameZh,
    summary_en: product.summaryEn,
    summary_zh: product.summaryZh,
    special_notice_en: product.specialNoticeEn,
    special_notice_zh: product.specialNoticeZh,
    category: product.category,
    access: product.access,
    awarding_body_id: product.awardingBodyId,
    form_template_id: await formIdOf(tx, product.formNumber),
    external_url: product.externalUrl,
    minimum_candidates: product.minimumCandidates,
    letter_lead_days: product.letterLeadDays,
    transfer_hours: product.transferHours,
    is_repeat_by_subject: product.isRepeatBySubject,
    refund_policy: product.refundPolicy === null ? null : JSON.stringify(policyWith(product.refundPolicy)),
    is_board_fee_refundable: product.isBoardFeeRefundable,
    sort: product.sort,
    last_modified_at: sql<string>`app_now()`,
  };
  await tx
    .insertInto('product')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** The newest version of a form. */
async function formIdOf(tx: Tx, number: string | null): Promise<string | null> {
  if (number === null) return null;
  const row = await tx
    .selectFrom('form_template')
    .select('id')
    .where('number', '=', number)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

async function keepTerms(
  tx: Tx,
  id: string,
  { before, after }: { before: Of<'product'>; after: Of<'product'> },
): Promise<void> {
  const isSame =
    JSON.stringify(before.refundPolicy) === JSON.stringify(after.refundPolicy) &&
    before.isBoardFeeRefundable === after.isBoardFeeRefundable;
  if (isSame) return;
  await sql`
    insert into product_terms (product_id, until, refund_policy, is_board_fee_refundable)
    select id, app_now(), refund_policy, is_board_fee_refundable from product where id = ${id}
    on conflict (product_id, until) do nothing`.execute(tx);
}

async function writeOffers(tx: Tx, productId: string, offices: Of<'product'>['offices']): Promise<void> {
  const kept = offices.map(({ officeId }) => officeId);
  await sql`delete from product_office where product_id = ${productId} and office_id <> all(${kept}::uuid[])`.execute(
    tx,
  );
  for (const { officeId, wbs, bookingPlaces } of offices)
    await tx
      .insertInto('product_office')
      .values({ id: randomId(), product_id: productId, office_id: officeId, wbs, booking_places: bookingPlaces })
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'office_id']).doUpdateSet({ wbs, booking_places: bookingPlaces }),
      )
      .execute();
}

async function writeTariff(tx: Tx, productId: string, tariff: Of<'product'>['tariff']): Promise<void> {
  if (tariff === null) {
    await tx.deleteFrom('booking_product').where('product_id', '=', productId).execute();
    return;
  }
  const row = {
    lead_days: tariff.leadDays,
    is_surcharge_allowed: tariff.isSurchargeAllowed,
    is_university: tariff.isUniversity,
    base_fee: tariff.baseFee,
    board_fee: tariff.boardFee,
    surcharge: tariff.surcharge,
    local_vat_rate: tariff.localVatRate,
    board_vat_rate: tariff.boardVatRate,
  };
  await tx
    .insertInto('booking_product')
    .values({ product_id: productId, ...row })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet(row))
    .execute();
}

async function writeSubject(tx: Tx, id: string, subject: Of<'subject'>): Promise<void> {
  const { status } = subject;
  const row = {
    product_id: subject.productId,
    code: subject.code,
    name_en: subject.nameEn,
    name_zh: subject.nameZh,
    sort: subject.sort,
    candidate_types: subject.candidateTypes,
    set_code: subject.setCode,
    duration_minutes: subject.durationMinutes,
    syllabus: subject.syllabus,
    valid_from: subject.validFrom,
    valid_to: subject.validTo,
    fees: subject.fees === null ? null : JSON.stringify(subject.fees),
  };
  await tx
    .insertInto('subject')
    .values({ id, ...row, status })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, status }))
    .execute();
  await sql`update product set last_modified_at = app_now() where id = ${subject.productId}`.execute(tx);
}
