import type { RefusalCode } from '@exam/contract/messages';
import { liveApplicationStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Paper, SessionForSale } from '#offer/sessions';
import type { Tx } from '#platform/database';
import { availabilityRefusal } from './offer.ts';

/** The form of the exams that a person takes once, whatever the session (R-55). */
export const onceForm = 'rt1011';

/** What decides whether a line can be ordered, found out by whoever asks. */
export type LineFacts = {
  /** The product's; null where there is none any more. */
  access: string | null;
  session: SessionForSale | null;
  /** It lapsed with its session (9.1 #4). */
  isLapsed?: boolean;
  papers: readonly Paper[];
  /** Behind an invitation code that was not entered, or whose time is over (R-52). */
  isClosed: boolean;
  /** A consent to it was taken back, or its guardian has objected (3-domain 6.1). */
  isConsentGone: boolean;
  /** The person has one of the papers in whatever account, or an exam that is taken once (S-14, R-55). */
  isTaken: boolean;
};

/** Why a line of a cart cannot be ordered, for whoever asks: the cart, an order and whoever orders again. Null: it can, if there are seats. */
export function lineProblem(line: LineFacts): RefusalCode | null {
  if (line.access !== 'open') return 'PRODUCT_NOT_OPEN';
  if (line.session === null) return 'SESSION_WITHDRAWN';
  const refusal = availabilityRefusal(line.session);
  if (refusal !== null) return refusal === 'NOT_FOUND' ? 'SESSION_WITHDRAWN' : refusal;
  if (line.isLapsed) return 'SESSION_ENDED';
  if (line.papers.length === 0) return 'SUBJECT_NOT_OFFERED';
  if (line.isClosed) return 'INVITATION_CODE_REQUIRED';
  if (line.isConsentGone) return 'CONSENT_WITHDRAWN';
  return line.isTaken ? 'ALREADY_REGISTERED' : null;
}

/**
 * Registrations whose person has one of their papers already, in whatever account (S-14); of an exam that is taken once, also in another
 * session of it (R-55).
 */
export async function takenElsewhere(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select distinct mine.id
    from application mine
    join application_paper paper on paper.application_id = mine.id
    join application other on other.person_key = mine.person_key and other.id <> mine.id
    where mine.id = any(${[...ids]}::uuid[]) and other.deleted_at is null
      and other.status = any(${[...liveApplicationStates]}::text[])
      and exists (select from application_paper same where same.application_id = other.id and (same.session_subject_id = paper.session_subject_id
        or same.subject_id = paper.subject_id and ${isOnce(sql`mine`)}) offset 0)`.execute(tx);
  return new Set(rows.map((row) => row.id));
}

/** SQL: whether a registration is for an exam that is taken once. */
export const isOnce = (application: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from form_template template
    where template.id = ${application}.form_template_id and template.number = ${onceForm})`;

/**
 * Holds the people of exams that are taken once until the transaction ends, so that two orders of two accounts do not both find nothing.
 * @param mayWait false where people whom somebody else holds are to be left out.
 * @returns those that are held, as hexadecimal keys.
 */
export async function lockOnce(
  tx: Tx,
  personKeys: readonly Buffer[],
  { mayWait }: { mayWait: boolean },
): Promise<Set<string>> {
  const wanted = [...new Set(personKeys.map((key) => key.toString('hex')))].toSorted();
  if (wanted.length === 0) return new Set();
  const key = sql`hashtextextended(person, 11)`;
  const lock = mayWait ? sql`pg_advisory_xact_lock(${key})::text is not null` : sql`pg_try_advisory_xact_lock(${key})`;
  const { rows } = await sql<{ person: string; isHeld: boolean }>`
    select person, ${lock} as "isHeld" from unnest(${wanted}::text[]) as once (person)`.execute(tx);
  return new Set(rows.flatMap(({ person, isHeld }) => (isHeld ? [person] : [])));
}
