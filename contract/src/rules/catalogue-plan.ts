import { addDays, instantOf } from './china-date.ts';
import type { ChinaDate, Instant } from './china-date.ts';
import { countryName } from './countries.ts';
import { recipientFields, type RecipientFacts } from './recipients.ts';
import { ownRefundRows } from './refund-policy.ts';
import type { RefundTerms } from './refund-policy.ts';
import { lateStages, type LateStage } from './session-plan.ts';

/** Tiers by the size of a group, as in a session's paper; local fees in fen. */
interface Tier {
  from: number;
  to: number | null;
  localFee: number;
}

/** A stage of late entry in the catalogue: it ends at 00:00 in China a number of days before the exam, the last one with registration. */
export interface CatalogueStage {
  stage: LateStage;
  /** Fen, VAT included. */
  fee: number;
  untilDaysBefore: number | null;
}

/** What a subject costs, in fen. */
export interface CatalogueFees {
  localFee: number;
  boardFee: number;
  vat: number;
  tierFees: readonly Tier[];
  lateStages: readonly CatalogueStage[];
}

interface Named {
  code: string;
  nameEn: string;
  nameZh: string;
}

/** What can be checked of a line, product, subject or awarding body by its own values. */
export type CatalogueContent =
  | (Named & RecipientFacts & { kind: 'body' })
  | (Named & { kind: 'line'; detailUrlEn: string | null; detailUrlZh: string | null })
  | (Named & {
      kind: 'product';
      summaryEn: string;
      summaryZh: string;
      specialNoticeEn: string | null;
      specialNoticeZh: string | null;
      category: 'Booking' | 'Public' | 'PostTest';
      access: 'open' | 'opensSoon' | 'external' | 'archived';
      formNumber: string | null;
      externalUrl: string | null;
      offices: readonly { officeId: string }[];
      refundPolicy: RefundTerms | null;
      tariff: object | null;
    })
  | (Named & {
      kind: 'subject';
      validFrom: ChinaDate | null;
      validTo: ChinaDate | null;
      fees: CatalogueFees | null;
    });

export type CatalogueRefusal =
  | 'CATALOGUE_NEEDED'
  | 'CATALOGUE_BOTH_LANGUAGES'
  | 'CATALOGUE_NO_CHINESE'
  | 'CATALOGUE_DATES'
  | 'CATALOGUE_FORM'
  | 'CATALOGUE_OFFICE_TWICE'
  | 'CATALOGUE_OFFICE_NEEDED'
  | 'CATALOGUE_LINK'
  | 'CATALOGUE_TARIFF'
  | 'CATALOGUE_POLICY'
  | 'CATALOGUE_TIERS'
  | 'CATALOGUE_STAGES'
  | 'CATALOGUE_COUNTRY';

export type CatalogueProblem = { field: string; code: CatalogueRefusal };

/**
 * Fields that hold money or what is given back, and what consents tell of a recipient: their publication needs two persons (S-16,
 * decision 0059).
 */
export const secondPersonFields: readonly string[] = [
  'fees',
  'refundPolicy',
  'isBoardFeeRefundable',
  'tariff',
  ...recipientFields,
];

/**
 * Everything wrong with a line, product, subject or awarding body that its own values tell; a draft may have such faults, what is published may not.
 * Both languages are filled, tiers follow one another without gap or overlap, stages are in their order, dates too.
 */
export function catalogueProblems(content: CatalogueContent): CatalogueProblem[] {
  const names = [...filled(content, ['code', 'nameEn', 'nameZh']), ...chinese(content, 'nameZh')];
  if (content.kind === 'line') return [...names, ...together(content, 'detailUrl')];
  if (content.kind === 'body') return [...names, ...bodyProblems(content)];
  return [...names, ...(content.kind === 'product' ? productProblems(content) : subjectProblems(content))];
}

type Of<K extends CatalogueContent['kind']> = Extract<CatalogueContent, { kind: K }>;

function filled<T extends object>(content: T, fields: readonly (keyof T & string)[]): CatalogueProblem[] {
  const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');
  return fields.filter((field) => isEmpty(content[field])).map((field) => ({ field, code: 'CATALOGUE_NEEDED' }));
}

/** A Chinese text without a Chinese character is the English one, or a mistake; names that both languages write alike are none. */
function chinese(content: { nameEn: string; nameZh: string }, field: 'nameZh'): CatalogueProblem[] {
  const isForeign = content.nameZh.trim() !== '' && !/\p{Script=Han}/u.test(content.nameZh);
  return isForeign && content.nameZh !== content.nameEn ? [{ field, code: 'CATALOGUE_NO_CHINESE' }] : [];
}

/** A text that may be absent is there in both languages or in none. */
function together<N extends string>(
  content: { [K in `${N}En` | `${N}Zh`]: string | null },
  name: N,
): CatalogueProblem[] {
  const languages = [`${name}En`, `${name}Zh`] as const;
  const missing = languages.filter((field) => (content[field] ?? '').trim() === '');
  return missing.length === 1 ? missing.map((field) => ({ field, code: 'CATALOGUE_BOTH_LANGUAGES' })) : [];
}

function bodyProblems(body: Of<'body'>): CatalogueProblem[] {
  const isUnknown = body.country !== null && body.country !== '' && countryName(body.country, 'en') === null;
  return [
    ...filled(body, recipientFields),
    ...(isUnknown ? [{ field: 'country', code: 'CATALOGUE_COUNTRY' } as const] : []),
  ];
}

function productProblems(product: Of<'product'>): CatalogueProblem[] {
  return [
    ...filled(product, ['summaryEn', 'summaryZh']),
    ...together(product, 'specialNotice'),
    ...accessProblems(product),
    ...officeProblems(product),
    ...policyProblems(product.refundPolicy),
  ];
}

function accessProblems(product: Of<'product'>): CatalogueProblem[] {
  const problems: CatalogueProblem[] = [];
  if (product.access === 'external' && product.externalUrl === null)
    problems.push({ field: 'externalUrl', code: 'CATALOGUE_LINK' });
  const isBooked = product.category === 'Booking' && product.access === 'open';
  if (isBooked && product.formNumber === null) problems.push({ field: 'formNumber', code: 'CATALOGUE_FORM' });
  if (isBooked && product.tariff === null) problems.push({ field: 'tariff', code: 'CATALOGUE_TARIFF' });
  return problems;
}

function officeProblems({ access, offices }: Of<'product'>): CatalogueProblem[] {
  const ids = offices.map(({ officeId }) => officeId);
  if (new Set(ids).size < ids.length) return [{ field: 'offices', code: 'CATALOGUE_OFFICE_TWICE' }];
  return access === 'open' && ids.length === 0 ? [{ field: 'offices', code: 'CATALOGUE_OFFICE_NEEDED' }] : [];
}

/** Who asks late never gets more than whoever asks early. */
function policyProblems(policy: RefundTerms | null): CatalogueProblem[] {
  const isRising =
    policy !== null &&
    Object.values(ownRefundRows).some(([early, late]) => policy[late].percent > policy[early].percent);
  return isRising ? [{ field: 'refundPolicy', code: 'CATALOGUE_POLICY' }] : [];
}

function subjectProblems({ validFrom, validTo, fees }: Of<'subject'>): CatalogueProblem[] {
  const problems: CatalogueProblem[] = [];
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    problems.push({ field: 'validTo', code: 'CATALOGUE_DATES' });
  if (fees !== null && !areTiersWhole(fees)) problems.push({ field: 'fees.tierFees', code: 'CATALOGUE_TIERS' });
  if (fees !== null && !areStagesOrdered(fees.lateStages))
    problems.push({ field: 'fees.lateStages', code: 'CATALOGUE_STAGES' });
  return problems;
}

/** From one person on at the fee itself, each where the one before ends, the last open, none dearer than the fee. */
function areTiersWhole({ tierFees, localFee }: Pick<CatalogueFees, 'tierFees' | 'localFee'>): boolean {
  return tierFees.every((tier, at) => {
    const before = tierFees[at - 1];
    const begins =
      before === undefined
        ? tier.from === 1 && tier.localFee === localFee
        : before.to !== null && tier.from === before.to + 1;
    const isLast = at === tierFees.length - 1;
    const ends = isLast ? tier.to === null : tier.to !== null && tier.to >= tier.from;
    return begins && ends && tier.localFee <= localFee;
  });
}

/** In the table's order, each ending nearer to the exam than the one before, the last with registration; early and standard cost nothing more. */
function areStagesOrdered(stages: readonly CatalogueStage[]): boolean {
  return stages.every(({ stage, fee, untilDaysBefore }, at) => {
    const before = stages[at - 1];
    const isFree = stage === 'Early' || stage === 'Standard';
    if (isFree && fee !== 0) return false;
    if ((untilDaysBefore === null) !== (at === stages.length - 1)) return false;
    if (before === undefined) return true;
    const isLater = lateStages.indexOf(stage) > lateStages.indexOf(before.stage);
    return isLater && (untilDaysBefore ?? -1) < (before.untilDaysBefore ?? -1) && fee >= before.fee;
  });
}

/**
 * The stages of late entry of a session by the catalogue's: without gaps from the beginning to the end of registration. A stage
 * that would be over before registration opens, or begin after it has closed, is left out.
 */
export function stagesOfSession(
  stages: readonly CatalogueStage[],
  session: { examDate: ChinaDate; publishStartAt: Instant; publishEndAt: Instant },
): { stage: LateStage; fee: number; startAt: Instant; endAt: Instant }[] {
  let startAt = session.publishStartAt;
  return stages.flatMap(({ stage, fee, untilDaysBefore }) => {
    const wished =
      untilDaysBefore === null ? session.publishEndAt : instantOf(addDays(session.examDate, -untilDaysBefore));
    const endAt = wished < session.publishEndAt ? wished : session.publishEndAt;
    if (endAt <= startAt) return [];
    const made = { stage, fee, startAt, endAt };
    startAt = endAt;
    return [made];
  });
}
