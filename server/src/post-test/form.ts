import type { Choice } from './choice.ts';

/**
 * The answers of the registration form rt1010 as the request has them (2-rules 3, R-81): candidate number, exam series, option or unit
 * codes, type of service, uploaded form.
 */
export function formAnswers(
  { service, series, price }: Choice,
  { candidateNumber, formFileIds }: { candidateNumber: string; formFileIds: readonly string[] },
): Record<string, unknown> {
  return {
    candidateNumber,
    examSeries: series === null ? '' : `${series.year}-${String(series.month).padStart(2, '0')}`,
    unitCodes: price.lines.map((line) => line.code),
    service: service.code,
    ...(formFileIds.length > 0 && { uploadedForm: [...formFileIds] }),
  };
}
