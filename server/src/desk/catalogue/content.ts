import { isDeepStrictEqual } from 'node:util';
import { recipientFields, type RefundPolicyRow, secondPersonFields, termsOf } from '@exam/contract/rules';
import {
  catalogueContent,
  type CatalogueContentInput as Content,
  type CatalogueKind,
  catalogueFees,
} from '@exam/contract/staff';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { factsOf, productPolicy } from '#offer/catalogue';
import type { Tx } from '#platform/database';

export type { CatalogueContentInput as Content } from '@exam/contract/staff';

/** Which line, product, subject or awarding body. */
export type Target = { kind: CatalogueKind; id: string };

/** What is published of a line, product, subject or awarding body; null where there is none (yet). */
export async function readContent(tx: Tx, { kind, id }: Target): Promise<Content | null> {
  if (kind === 'line') return await readLine(tx, id);
  if (kind === 'body') return await readBody(tx, id);
  return kind === 'product' ? await readProduct(tx, id) : await readSubject(tx, id);
}

async function readLine(tx: Tx, id: string): Promise<Content | null> {
  const row = await tx.selectFrom('product_line').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    kind: 'line',
    code: row.code,
    nameEn: row.name_en,
    nameZh: row.name_zh,
    sort: row.sort,
    isDisplayOnHome: row.is_display_on_home,
    detailUrlEn: row.detail_url_en,
    detailUrlZh: row.detail_url_zh,
    lineCategory: row.line_category,
    isArchived: row.is_archived,
  };
}

async function readBody(tx: Tx, id: string): Promise<Content | null> {
  const row = await tx.selectFrom('awarding_body').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    kind: 'body',
    code: row.code,
    nameEn: row.name_en,
    nameZh: row.name_zh,
    ...factsOf(row),
  };
}

type ProductContent = Extract<Content, { kind: 'product' }>;

async function readProduct(tx: Tx, id: string): Promise<Content | null> {
  const row = await tx
    .selectFrom('product')
    .leftJoin('form_template', 'form_template.id', 'product.form_template_id')
    .selectAll('product')
    .select('form_template.number as form_number')
    .where('product.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const policy = productPolicy(row);
  return {
    kind: 'product',
    code: row.code,
    nameEn: row.name_en,
    nameZh: row.name_zh,
    sort: row.sort,
    lineId: row.line_id,
    summaryEn: row.summary_en,
    summaryZh: row.summary_zh,
    specialNoticeEn: row.special_notice_en,
    specialNoticeZh: row.special_notice_zh,
    category: row.category,
    access: row.access,
    awardingBodyId: row.awarding_body_id,
    formNumber: formOf(row.form_number),
    externalUrl: row.external_url,
    minimumCandidates: row.minimum_candidates,
    letterLeadDays: row.letter_lead_days,
    transferHours: row.transfer_hours,
    isRepeatBySubject: row.is_repeat_by_subject,
    offices: await readOffers(tx, id),
    refundPolicy: ownTerms(policy),
    isBoardFeeRefundable: row.is_board_fee_refundable,
    tariff: await readTariff(tx, id),
  };
}

function ownTerms(policy: readonly RefundPolicyRow[] | undefined): ProductContent['refundPolicy'] {
  return policy === undefined ? null : termsOf(policy);
}

function formOf(number: string | null): ProductContent['formNumber'] {
  return catalogueContent.def.options[1].shape.formNumber.parse(number);
}

/** In the order of the office's id, so that two readings compare. */
async function readOffers(tx: Tx, productId: string): Promise<ProductContent['offices']> {
  const rows = await tx.selectFrom('product_office').selectAll().where('product_id', '=', productId).execute();
  return inOrder(rows.map((row) => ({ officeId: row.office_id, wbs: row.wbs, bookingPlaces: row.booking_places })));
}

function inOrder(offices: ProductContent['offices']): ProductContent['offices'] {
  return offices.toSorted((a, b) => (a.officeId < b.officeId ? -1 : 1));
}

async function readTariff(tx: Tx, productId: string): Promise<ProductContent['tariff']> {
  const row = await tx.selectFrom('booking_product').selectAll().where('product_id', '=', productId).executeTakeFirst();
  if (!row) return null;
  return {
    leadDays: row.lead_days,
    isSurchargeAllowed: row.is_surcharge_allowed,
    isUniversity: row.is_university,
    baseFee: row.base_fee,
    boardFee: row.board_fee,
    surcharge: row.surcharge,
    localVatRate: row.local_vat_rate,
    boardVatRate: row.board_vat_rate,
  };
}

async function readSubject(tx: Tx, id: string): Promise<Content | null> {
  const row = await tx.selectFrom('subject').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    kind: 'subject',
    code: row.code,
    nameEn: row.name_en,
    nameZh: row.name_zh,
    sort: row.sort,
    productId: row.product_id,
    candidateTypes: subjectTypes(row.candidate_types),
    setCode: row.set_code,
    durationMinutes: row.duration_minutes,
    syllabus: row.syllabus,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    status: row.status,
    fees: row.fees === null ? null : catalogueFees.parse(row.fees),
  };
}

function subjectTypes(types: readonly string[]): Extract<Content, { kind: 'subject' }>['candidateTypes'] {
  return (['ACCA', 'FIA'] as const).filter((type) => types.includes(type));
}

/** An empty text that may be absent is none, and lists without an order of their own get one: a draft differs only where somebody changed it. */
export function tidied(content: Content): Content {
  if (content.kind === 'product') {
    const offices = inOrder(content.offices).map((offer) => ({ ...offer, wbs: offer.wbs || null }));
    const { specialNoticeEn, specialNoticeZh } = content;
    return { ...content, offices, specialNoticeEn: specialNoticeEn || null, specialNoticeZh: specialNoticeZh || null };
  }
  if (content.kind === 'line') return content;
  if (content.kind === 'body')
    return { ...content, ...Object.fromEntries(recipientFields.map((field) => [field, oneLine(content[field])])) };
  return { ...content, candidateTypes: subjectTypes(content.candidateTypes), syllabus: content.syllabus || null };
}

/** A fact about a recipient is on a line of its own in the consent. */
const oneLine = (text: string | null) => text?.replace(/\s+/g, ' ').trim() || null;

/** What is published with the changed fields of a draft laid over it; something new is its changes alone. */
export function merged({ kind }: Target, published: Content | null, changes: object): Content {
  return storedContent({ ...published, ...changes, kind });
}

const earlierPolicy = z.looseObject({ P1: z.looseObject({}), P2: z.looseObject({}), B1: z.looseObject({}) });

/**
 * Content as drafts and versions keep it, also of the time when a product said nothing of transfers, booked exams had one row of refunds and
 * proof was the same for all.
 */
export function storedContent(kept: object): Content {
  const stored = 'kind' in kept && kept.kind === 'product' ? { transferHours: null, ...kept } : kept;
  const earlier = z.looseObject({ refundPolicy: earlierPolicy }).safeParse(stored);
  if (!earlier.success) return catalogueContent.parse(stored);
  const { P1, P2, B1 } = earlier.data.refundPolicy;
  const booked = { documentsRequired: true, ...B1 };
  const refundPolicy = {
    B2: booked,
    ...earlier.data.refundPolicy,
    P1: { documentsRequired: false, ...P1 },
    P2: { documentsRequired: true, ...P2 },
    B1: booked,
  };
  return catalogueContent.parse({ ...stored, refundPolicy });
}

const valueOf = (content: Content | null, field: string): unknown =>
  content ? Reflect.get(content, field) : undefined;

/** Names of the fields in which two states differ; of something new all of them. */
export function changedFields(before: Content | null, after: Content): string[] {
  const fields = Object.keys(after).filter((field) => field !== 'kind');
  return before === null
    ? fields
    : fields.filter((field) => !isDeepStrictEqual(valueOf(before, field), valueOf(after, field)));
}

/** The values of some fields, for a draft or the audit. */
export function only(content: Content, fields: readonly string[]): object {
  return Object.fromEntries(fields.map((field) => [field, valueOf(content, field)]));
}

/** Whether a change touches money, or what consents tell of a recipient, so that another person must publish it (`secondPersonFields`). */
export function needsSecondPerson(before: Content | null, after: Content): boolean {
  const isNothing = (value: unknown) => value === null || value === undefined || value === false;
  return secondPersonFields.some((field) => {
    const [old, fresh] = [valueOf(before, field), valueOf(after, field)];
    return isNothing(old) ? !isNothing(fresh) : !isDeepStrictEqual(old, fresh);
  });
}

/** One publication of an object at a time: drafts and plans of the same wait for each other. */
export async function lockObject(tx: Tx, { id }: Target): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 32))`.execute(tx);
}
