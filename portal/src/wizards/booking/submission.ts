import type { Request } from '@exam/contract/client';
import { consentVersion, statementsFor, ticksOf } from '@exam/contract/rules';
import type { BookingDraft } from '@exam/contract/wizards';
import type { Product } from '../../app/catalogue.ts';
import { leaveOnWire } from '../parts/leave/answers.ts';
import { stepLog } from '../parts/wizard.ts';
import { bookingWizard } from './wizard.ts';

type Body = Request<'booking.submit'>['body'];

/** The request of a booking as it travels. The person has ticked all statements and the confirmation. */
export function submissionOf(draft: BookingDraft, product: Product): Body {
  const hasForm = product.registrationTemplateId !== null;
  return {
    registrationTemplateId: product.registrationTemplateId,
    productId: product.id,
    officeId: draft.officeId ?? '',
    productLastModifiedOn: draft.productLastModifiedOn ?? product.lastModifiedOn,
    expectTestDate: draft.expectDate ?? '',
    registrationForm: hasForm ? JSON.stringify(draft.formAnswers ?? {}) : null,
    applicationCandidate: { candidateId: draft.candidateId ?? '' },
    ...leaveOnWire(draft.isMinor ? draft.leave : null),
    consents: ticksOf(statementsFor(draft.isMinor), { version: consentVersion, recipient: product.recipient }),
    applicationSteps: stepLog(bookingWizard, draft),
    isInformationConfirmed: true,
  };
}

/**
 * What of the draft a refusal makes worthless, so that resuming begins there: the date that is gone, the way of leaving. Everything
 * else is kept.
 */
export function afterRefusal(code: string, fields: Readonly<Record<string, string>>): Partial<BookingDraft> {
  if (code.startsWith('SERVICE_DATE_')) return { expectDate: null };
  const isAboutLeaving = Object.keys(fields).some((field) => /leaveAlone|applicationPickupPerson/.test(field));
  return isAboutLeaving ? { leave: null } : {};
}
