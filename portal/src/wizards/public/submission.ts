import type { Request } from '@exam/contract/client';
import { consentVersion, statementsFor } from '@exam/contract/rules';
import {
  forStorage,
  publicSteps,
  shown,
  type LeaveDraft,
  type LoggedStep,
  type PublicDraft,
} from '@exam/contract/wizards';
import type { Product } from '../../app/catalogue.ts';

type Body = Request<'application.submitGroup'>['body'];

/**
 * The log of the steps gone through: each with what it filled, and of what it filled only that which may rest in storage, so that no
 * document number is kept twice.
 */
export function stepLog(draft: PublicDraft): LoggedStep[] {
  const kept = forStorage(draft);
  const seen = new Set<string>(shown(publicSteps, draft));
  return publicSteps
    .filter((step) => seen.has(step.id) && step.id !== 'confirmExam' && step.id !== 'completed')
    .map((step) => ({
      stepName: step.id,
      jsonResult: JSON.stringify(Object.fromEntries(step.fills.map((part) => [part, kept[part]]))),
    }));
}

/** The body that puts every candidate of the draft into the cart. The person has ticked all statements and the confirmation. */
export function submissionOf(draft: PublicDraft, product: Product): Body {
  const hasForm = product.registrationTemplateId !== null;
  return {
    testInfo: {
      productId: product.id,
      candidateType: draft.candidateType,
      formJson: hasForm ? JSON.stringify(draft.formAnswers ?? {}) : null,
    },
    registrationTemplateId: product.registrationTemplateId,
    session: { id: draft.sessionId ?? '' },
    subject: { id: draft.subjectIds[0] ?? '' },
    applicationSteps: stepLog(draft),
    isInformationConfirmed: true,
    entries: draft.candidateIds.map((candidateId) => entryOf(draft, candidateId)),
  };
}

function entryOf(draft: PublicDraft, candidateId: string): Body['entries'][number] {
  const isMinor = draft.minorIds.includes(candidateId);
  return {
    candidateId,
    ...(isMinor ? leaveOnWire(draft.leave[candidateId]) : { leaveAlone: null, applicationPickupPerson: null }),
    consents: statementsFor(isMinor).map((statementId) => ({ statementId, version: consentVersion })),
  };
}

/** Three choices as one nullable boolean and a person. */
function leaveOnWire(
  leave: LeaveDraft | undefined,
): Pick<Body['entries'][number], 'leaveAlone' | 'applicationPickupPerson'> {
  if (!leave) return { leaveAlone: null, applicationPickupPerson: null };
  if (leave.choice === 'LeavesAlone') return { leaveAlone: true, applicationPickupPerson: null };
  const person = leave.choice === 'AuthorisedPersonPicksUp' ? leave.pickupPerson : null;
  if (person === null) return { leaveAlone: false, applicationPickupPerson: null };
  const { name, idType, idNo, mobile, isFourteenOrOlder } = person;
  return {
    leaveAlone: false,
    applicationPickupPerson: { name, idType, idNo, mobile, type: 'AuthorisedPerson', isFourteenOrOlder },
  };
}
