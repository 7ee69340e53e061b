import { catalogueProblems, recipientOf } from '@exam/contract/rules';
import type { RefusalCode } from '@exam/contract/messages';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { type Content, readContent, type Target } from './content.ts';

/** A field and what is wrong with it. */
export type Problem = { field: string; code: RefusalCode };

type Of<K extends Content['kind']> = Extract<Content, { kind: K }>;

/**
 * Everything that forbids to publish a line, product, subject or awarding body with its new values: by themselves, and by what else there is. What
 * people hold or could buy stays possible: sessions and bookings to come keep their product, their office and their subject.
 */
export async function publicationProblems(
  tx: Tx,
  target: Target,
  { before, after }: { before: Content | null; after: Content },
): Promise<Problem[]> {
  const problems: Problem[] = [...catalogueProblems(after), ...fixedProblems(before, after)];
  if (await isCodeTaken(tx, target.id, after)) problems.push({ field: 'code', code: 'CODE_TAKEN' });
  if (after.kind === 'line') problems.push(...(await lineProblems(tx, target.id, after)));
  if (after.kind === 'product') problems.push(...(await productProblems(tx, target.id, { before, after })));
  if (after.kind === 'subject') problems.push(...(await subjectProblems(tx, target.id, { before, after })));
  return problems;
}

/** What addresses, answers and lists of the outside name stays as it was published. */
function fixedProblems(before: Content | null, after: Content): Problem[] {
  if (before === null) return [];
  const fixed = [
    'code',
    ...(after.kind === 'product' ? ['category'] : []),
    ...(after.kind === 'subject' ? ['productId'] : []),
  ];
  return fixed
    .filter((field) => Reflect.get(before, field) !== Reflect.get(after, field))
    .map((field) => ({ field, code: 'CATALOGUE_FIXED' }));
}

async function isCodeTaken(tx: Tx, id: string, content: Content): Promise<boolean> {
  const others = {
    line: sql`select from product_line where lower(code) = lower(${content.code}) and id <> ${id}`,
    product: sql`select from product where lower(code) = lower(${content.code}) and id <> ${id}`,
    subject: sql`select from subject where lower(code) = lower(${content.code}) and id <> ${id}
      and product_id = ${content.kind === 'subject' ? content.productId : null}::uuid`,
    body: sql`select from awarding_body where lower(code) = lower(${content.code}) and id <> ${id}`,
  };
  return await exists(tx, others[content.kind]);
}

async function exists(tx: Tx, query: ReturnType<typeof sql>): Promise<boolean> {
  return (await sql`${query} limit 1`.execute(tx)).rows.length > 0;
}

/** The day bounds what is read to the sessions to come: an index knows it, and PostgreSQL how few they are. */
const isToCome = sql<boolean>`(session.exam_date >= (app_now() at time zone 'Asia/Shanghai')::date
  and session.ends_at > (select app_now()) and session.status = 'Published' and session.booking_id is null)`;

const sessionsToCome = (productId: string) => sql`
  select from exam_session session where product_id = ${productId} and ${isToCome}`;

const openBookings = (productId: string) => sql`
  select from booking where product_id = ${productId}
    and status not in ('Completed', 'CancelledBeforeArrangement', 'WithdrawnBeforeArrangement')`;

/** A line ends after its products. */
async function lineProblems(tx: Tx, id: string, after: Of<'line'>): Promise<Problem[]> {
  if (!after.isArchived) return [];
  const hasProducts = await exists(tx, sql`select from product where line_id = ${id} and access <> 'archived'`);
  return hasProducts ? [{ field: 'isArchived', code: 'LINE_HAS_PRODUCTS' }] : [];
}

type Product = Of<'product'>;

async function productProblems(
  tx: Tx,
  id: string,
  { before, after }: { before: Content | null; after: Product },
): Promise<Problem[]> {
  const known = before?.kind === 'product' ? before : null;
  return [
    ...(await namedProblems(tx, after)),
    ...(await recipientProblems(tx, after)),
    ...(await endedLineProblems(tx, after)),
    ...(await endingProblems(tx, id, { known, after })),
    ...(await openingProblems(tx, id, { known, after })),
    ...(await officeProblems(tx, id, { known, after })),
  ];
}

/** Nobody can register for what a consent could not say to whom the data goes (PIPL 39; decision 0059). */
async function recipientProblems(tx: Tx, { access, awardingBodyId }: Product): Promise<Problem[]> {
  if (access !== 'open' || awardingBodyId === null) return [];
  const body = await readContent(tx, { kind: 'body', id: awardingBodyId });
  const isKnown = body?.kind !== 'body' || recipientOf(body, 'en', 0) !== null;
  return isKnown ? [] : [{ field: 'awardingBodyId', code: 'BODY_NOT_DESCRIBED' }];
}

/** What is on sale is in a line that is shown. */
async function endedLineProblems(tx: Tx, after: Product): Promise<Problem[]> {
  if (after.access === 'archived') return [];
  const hasEnded = await exists(tx, sql`select from product_line where id = ${after.lineId} and is_archived`);
  return hasEnded ? [{ field: 'lineId', code: 'LINE_ARCHIVED' }] : [];
}

type Turn = { known: Product | null; after: Product };

/** What is taken off sale, or loses its tariff, has nobody left who needs it. */
async function endingProblems(tx: Tx, id: string, { known, after }: Turn): Promise<Problem[]> {
  if (known === null) return [];
  const problems: Problem[] = [];
  const ends = after.access !== known.access && (after.access === 'archived' || after.access === 'external');
  if (ends && (await exists(tx, sessionsToCome(id)))) problems.push({ field: 'access', code: 'PRODUCT_HAS_SESSIONS' });
  const losesTariff = known.tariff !== null && after.tariff === null;
  if ((ends || losesTariff) && (await exists(tx, openBookings(id))))
    problems.push({ field: ends ? 'access' : 'tariff', code: 'PRODUCT_HAS_BOOKINGS' });
  return problems;
}

async function openingProblems(tx: Tx, id: string, { known, after }: Turn): Promise<Problem[]> {
  const opens = after.access === 'open' && known?.access !== 'open';
  if (!opens || after.category !== 'Public') return [];
  const active = await exists(tx, sql`select from subject where product_id = ${id} and status = 'Active'`);
  return active ? [] : [{ field: 'access', code: 'PRODUCT_WITHOUT_SUBJECTS' }];
}

async function officeProblems(tx: Tx, id: string, { known, after }: Turn): Promise<Problem[]> {
  const offices = known?.offices ?? [];
  const gone = offices.map(({ officeId }) => officeId).filter((officeId) => !offers(after, officeId));
  const isUsed = gone.length > 0 && (await areUsed(tx, id, gone));
  return isUsed ? [{ field: 'offices', code: 'OFFICE_HAS_SESSIONS' }] : [];
}

function offers({ offices }: Of<'product'>, officeId: string): boolean {
  return offices.some((office) => office.officeId === officeId);
}

async function areUsed(tx: Tx, productId: string, officeIds: readonly string[]): Promise<boolean> {
  const within = sql`office_id = any(${[...officeIds]}::uuid[])`;
  return (
    (await exists(tx, sql`${sessionsToCome(productId)} and ${within}`)) ||
    (await exists(tx, sql`${openBookings(productId)} and ${within}`))
  );
}

/** What a product names is there. */
async function namedProblems(tx: Tx, product: Of<'product'>): Promise<Problem[]> {
  const officeIds = product.offices.map(({ officeId }) => officeId);
  const { rows } = await sql<Record<'lineId' | 'awardingBodyId' | 'formNumber' | 'offices', boolean>>`
    select exists (select from product_line where id = ${product.lineId}) as "lineId",
      ${product.awardingBodyId}::uuid is null or exists (select from awarding_body where id = ${product.awardingBodyId}) as "awardingBodyId",
      ${product.formNumber}::text is null or exists (select from form_template where number = ${product.formNumber}) as "formNumber",
      (select count(*) from office where id = any(${officeIds}::uuid[])) = ${new Set(officeIds).size} as offices`.execute(
    tx,
  );
  const found = Object.entries(rows[0] ?? {});
  return found.filter(([, isKnown]) => !isKnown).map(([field]) => ({ field, code: 'CATALOGUE_UNKNOWN' }));
}

async function subjectProblems(
  tx: Tx,
  id: string,
  { before, after }: { before: Content | null; after: Of<'subject'> },
): Promise<Problem[]> {
  const problems: Problem[] = [];
  if ((await readContent(tx, { kind: 'product', id: after.productId })) === null)
    problems.push({ field: 'productId', code: 'CATALOGUE_UNKNOWN' });
  if (before === null) return problems;
  const outside = sql`
    select from session_subject paper join exam_session session on session.id = paper.session_id
    where paper.subject_id = ${id} and ${isToCome}
      and (${after.status} = 'Inactive' or session.exam_date < ${after.validFrom}::date or session.exam_date > ${after.validTo}::date)`;
  if (await exists(tx, outside))
    problems.push({ field: after.status === 'Inactive' ? 'status' : 'validTo', code: 'SUBJECT_HAS_SESSIONS' });
  return problems;
}
