import type { CandidateType } from '@exam/contract/entities';
import type { RefusalCode } from '@exam/contract/messages';
import { productForOffer, subjectsOfSet, type ProductRow } from '#offer/catalogue';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { isInvitationOpen, linesOf, sessionsForSale, type Paper, type SessionForSale } from '#offer/sessions';

/** What a submission chooses. `registrationTemplateId` is what the person saw, if it was sent. */
export type Choice = {
  accountId: string;
  productId: string;
  sessionId: string;
  subjectId: string;
  candidateType: CandidateType | null;
  registrationTemplateId: string | null;
};

/** The choice as it can be sold now: one paper, or every paper of a combined set. */
export type Offer = {
  product: ProductRow;
  session: SessionForSale;
  papers: Paper[];
  /** Null where the family has no split. */
  candidateType: CandidateType | null;
};

/** Why nothing can be registered for in a session of this availability; null where it can. */
export function availabilityRefusal(session: SessionForSale): RefusalCode | null {
  switch (session.availability) {
    case 'Available':
      return null;
    case 'NotStarted':
      return 'SESSION_NOT_STARTED';
    case 'Full':
      return 'SESSION_FULL';
    case 'RegistrationEnded':
      return 'SESSION_ENDED';
    case 'Expired':
      return 'SESSION_EXPIRED';
    default:
      return session.status === 'Draft' ? 'NOT_FOUND' : 'SESSION_WITHDRAWN';
  }
}

/**
 * Reads what was chosen and decides whether it can be registered for now (9.1 #1).
 * @throws Refusal NOT_FOUND; PRODUCT_NOT_OPEN; PRODUCT_CHANGED when the form is another one now; SESSION_*;
 *   INVITATION_CODE_REQUIRED; SUBJECT_NOT_OFFERED (also when the session lacks a paper of the set, or the paper is not valid
 *   on the exam date); CANDIDATE_TYPE_REQUIRED, CANDIDATE_TYPE_MISMATCH.
 */
export async function readOffer(tx: Tx, choice: Choice): Promise<Offer> {
  const product = await productForOffer(tx, choice.productId);
  if (product.category !== 'Public') refuse('PRODUCT_NOT_OPEN');
  const seen = choice.registrationTemplateId;
  if (seen !== null && seen !== product.form_template_id) refuse('PRODUCT_CHANGED');
  const session = await openSession(tx, choice);
  const papers = await papersFor(tx, session, choice.subjectId);
  return { product, session, papers, candidateType: candidateTypeFor(papers, choice.candidateType) };
}

async function openSession(tx: Tx, { sessionId, productId, accountId }: Choice): Promise<SessionForSale> {
  const [session] = await sessionsForSale(tx, [sessionId]);
  if (!session || session.productId !== productId) refuse('NOT_FOUND');
  const refusal = availabilityRefusal(session);
  if (refusal) refuse(refusal);
  if (!(await isInvitationOpen(tx, { sessionId, accountId }))) refuse('INVITATION_CODE_REQUIRED');
  return session;
}

async function papersFor(tx: Tx, session: SessionForSale, subjectId: string): Promise<Paper[]> {
  const line = linesOf(session.papers).find(({ papers }) => papers.some((paper) => paper.subjectId === subjectId));
  if (!line) refuse('SUBJECT_NOT_OFFERED');
  if (line.setCode !== null) {
    const set = await subjectsOfSet(tx, { productId: session.productId, setCode: line.setCode });
    const offered = new Set(line.papers.map((paper) => paper.subjectId));
    if (set.some((subject) => subject.status === 'Active' && !offered.has(subject.id))) refuse('SUBJECT_NOT_OFFERED');
  }
  return line.papers;
}

function candidateTypeFor(papers: readonly Paper[], type: CandidateType | null): CandidateType | null {
  const split = papers.filter((paper) => paper.candidateTypes.length > 0);
  if (split.length === 0) return null;
  if (type === null) refuse('CANDIDATE_TYPE_REQUIRED');
  if (split.some((paper) => !paper.candidateTypes.includes(type))) refuse('CANDIDATE_TYPE_MISMATCH');
  return type;
}
