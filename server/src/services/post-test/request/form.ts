import type { PostTestKind } from '@exam/contract/entities';
import { checkForm, type FormAnswers } from '@exam/contract/forms';
import { refuse } from '#platform/errors';
import type { Choice } from './choice.ts';

type Answers = FormAnswers<'rt1010'>;

/** The service as the form calls it. */
const serviceTypes: Readonly<Record<PostTestKind, string>> = {
  clericalCheck: 'ClericalCheck',
  clericalCheckWithScript: 'ClericalCheckWithScript',
  review: 'ReviewOfMarking',
  reviewWithScript: 'ReviewWithScript',
  priorityReview: 'PriorityReview',
  scriptCopy: 'CopyOfScript',
  priorityScriptCopy: 'PriorityCopyOfScript',
  centreScript: 'ScriptToCentre',
  lateCashIn: 'LateCashIn',
  uciMerge: 'UciMerge',
};

type Given = { candidateNumber: string; formFileIds: readonly string[] };

/**
 * The answers of the registration form rt1010 as far as the request has them: candidate number, exam series, type of
 * service, option or unit codes, uploaded form.
 */
export function formAnswers(
  { service, series, price }: Choice,
  { candidateNumber, formFileIds }: Given,
): Partial<Answers> {
  const isMerge = service.kind === 'uciMerge';
  return {
    ...(candidateNumber !== '' && { candidateNumber }),
    ...(series !== null && { examSeries: `${series.year}-${String(series.month).padStart(2, '0')}` }),
    serviceType: [serviceTypes[service.kind]],
    ...(!isMerge && price.lines.length > 0 && { unitCodes: price.lines.map((line) => line.code) }),
    ...(formFileIds.length > 0 && { signedForm: [...formFileIds] }),
  };
}

/** Which field of the request answers which of the form. */
const fieldOf: Readonly<Record<string, string>> = {
  candidateNumber: 'candidateNumber',
  examSeries: 'examSeriesId',
  serviceType: 'serviceId',
  unitCodes: 'componentIds',
  signedForm: 'formFileIds',
};

/**
 * The answers as they are kept with a request, checked by the form's own rules.
 * @throws Refusal FIELDS at the field of the request that the form does not take.
 */
export function checkedFormAnswers(choice: Choice, given: Given): Answers {
  const checked = checkForm('rt1010', formAnswers(choice, given), null);
  if (checked.ok) return checked.answers;
  const fields = Object.entries(checked.fields).map(([path, code]) => [
    fieldOf[path.split('.')[0] ?? ''] ?? path,
    code,
  ]);
  return refuse('FIELDS', {}, Object.fromEntries(fields));
}
