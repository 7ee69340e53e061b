import { policyWith } from '@exam/contract/rules';
import type { Language } from '@exam/contract/messages';
import type { StaffCalls } from '@exam/contract/staff';
import type * as z from 'zod/mini';
import { type Catalogue, catalogueNow, presentProduct, type Product, type Subject } from '#offer/catalogue';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import { type Content, merged, readContent, type Target } from './content.ts';

type Preview = z.output<StaffCalls['catalogue.preview']['reply']>;
type Of<K extends Content['kind']> = Extract<Content, { kind: K }>;

/**
 * The product as the portal's calls would answer it in each language: what is published, or with the draft laid over it. Nothing for a
 * line, which is only a heading there, and for an awarding body, which is in consents. @throws Refusal NOT_FOUND.
 */
export async function previewObject(target: Target, of: 'published' | 'draft'): Promise<Preview> {
  const content = await contentOf(target, of);
  const catalogue = await catalogueNow(() => false);
  const product = shownProduct(catalogue, target, content);
  const present = (language: Language) => (product === null ? null : presentProduct(product, catalogue, language));
  return { en: present('en'), zh: present('zh') };
}

async function contentOf(target: Target, of: 'published' | 'draft'): Promise<Content> {
  return await reading(async (tx) => {
    const published = await readContent(tx, target);
    if (of === 'published') return published ?? refuse('NOT_FOUND');
    const draft = await tx
      .selectFrom('catalogue_draft')
      .select('changes')
      .where('object_kind', '=', target.kind)
      .where('object_id', '=', target.id)
      .where('status', '=', 'Draft')
      .executeTakeFirst();
    return draft ? merged(target, published, draft.changes) : refuse('NOT_FOUND');
  });
}

function shownProduct(catalogue: Catalogue, { id }: Target, content: Content): Product | null {
  if (content.kind === 'line' || content.kind === 'body') return null;
  if (content.kind === 'product') return productWith(catalogue.products.get(id) ?? blank(id), content);
  const product = catalogue.products.get(content.productId);
  if (!product) return null;
  const known = product.subjects.find((subject) => subject.id === id);
  const shown = subjectWith(known ?? null, id, content);
  const others = product.subjects.filter((subject) => subject.id !== id);
  return { ...product, subjects: [...others, shown].toSorted((a, b) => a.sort - b.sort) };
}

/** A product that nobody has seen yet: no subjects, no sessions. */
function blank(id: string): Product {
  return {
    id,
    line_id: '',
    code: '',
    name_en: '',
    name_zh: '',
    summary_en: '',
    summary_zh: '',
    category: 'Public',
    access: 'opensSoon',
    awarding_body_id: null,
    form_template_id: null,
    special_notice_en: null,
    special_notice_zh: null,
    external_url: null,
    minimum_candidates: 1,
    letter_lead_days: 5,
    transfer_hours: null,
    is_repeat_by_subject: false,
    refund_policy: null,
    is_board_fee_refundable: false,
    sort: 0,
    last_modified_at: '1970-01-01T00:00:00.000Z',
    form_template_number: null,
    body: null,
    lead_days: null,
    from_fen: null,
    next_deadline_at: null,
    next_exam_date: null,
    offices: [],
    subjects: [],
  };
}

function productWith(product: Product, content: Of<'product'>): Product {
  return {
    ...product,
    code: content.code,
    name_en: content.nameEn,
    name_zh: content.nameZh,
    summary_en: content.summaryEn,
    summary_zh: content.summaryZh,
    special_notice_en: content.specialNoticeEn,
    special_notice_zh: content.specialNoticeZh,
    category: content.category,
    access: content.access,
    form_template_number: content.formNumber,
    external_url: content.externalUrl,
    minimum_candidates: content.minimumCandidates,
    lead_days: content.tariff?.leadDays ?? null,
    refund_policy: content.refundPolicy === null ? null : [...policyWith(content.refundPolicy)],
  };
}

function subjectWith(known: Subject | null, id: string, content: Of<'subject'>): Subject {
  return {
    id,
    product_id: content.productId,
    code: content.code,
    name_en: content.nameEn,
    name_zh: content.nameZh,
    sort: content.sort,
    candidate_types: content.candidateTypes,
    set_code: content.setCode,
    duration_minutes: content.durationMinutes,
    syllabus: content.syllabus,
    valid_from: content.validFrom,
    valid_to: content.validTo,
    status: content.status,
    fees: content.fees,
    cityIds: known?.cityIds ?? [],
  };
}
