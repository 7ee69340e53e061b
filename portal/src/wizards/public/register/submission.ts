import type { Request } from '@exam/contract/client';
import { consentVersion, statementsFor, ticksOf } from '@exam/contract/rules';
import type { PublicDraft } from '@exam/contract/wizards';
import type { Product } from '../../../app/catalogue.ts';
import { leaveOnWire } from '../../parts/leave/answers.ts';
import { stepLog } from '../../parts/wizard.ts';
import { publicWizard } from '../wizard.ts';

type Body = Request<'application.submitGroup'>['body'];

/** The body that puts every candidate of the draft into the cart, for every sitting. The person has ticked all statements and the confirmation. */
export function submissionOf(draft: PublicDraft, product: Product): Body {
  const hasForm = product.registrationTemplateId !== null;
  return {
    testInfo: {
      productId: product.id,
      candidateType: draft.candidateType,
      formJson: hasForm ? JSON.stringify(draft.formAnswers ?? {}) : null,
    },
    registrationTemplateId: product.registrationTemplateId,
    sittings: draft.sittings.map(({ sessionId, subjectIds: [subject = ''] }) => ({
      session: { id: sessionId },
      subject: { id: subject },
    })),
    applicationSteps: stepLog(publicWizard, draft),
    isInformationConfirmed: true,
    entries: draft.candidateIds.map((candidateId) => entryOf(draft, candidateId, product)),
  };
}

function entryOf(draft: PublicDraft, candidateId: string, { recipient }: Product): Body['entries'][number] {
  const isMinor = draft.minorIds.includes(candidateId);
  return {
    candidateId,
    ...(isMinor ? leaveOnWire(draft.leave[candidateId]) : { leaveAlone: null, applicationPickupPerson: null }),
    consents: ticksOf(statementsFor(isMinor), { version: consentVersion, recipient }),
  };
}
