import type { PostTestDraftInput } from '@exam/contract/entities';
import {
  checkUci,
  isOfServiceAge,
  maxPostTestComponents,
  readCandidateNumber,
  type ChinaDate,
} from '@exam/contract/rules';
import { isFields } from '../../../app/draft/typed.ts';
import type { CashInCode, Component, PostTestDraft } from '../post-test-data.ts';

/** What is in the fields of the information; '' is nothing. */
export type InfoAnswers = {
  componentIds: readonly string[];
  cashInCodeId: string;
  examSeriesId: string;
  centreId: string;
  candidateNumber: string;
  lastName: string;
  firstName: string;
  isGivenNameAbsent: boolean;
  birthday: string;
  uciNumber: string;
  secondUciNumber: string;
  isPlacePending: boolean;
};

const kinds: Readonly<Record<keyof InfoAnswers, string>> = {
  componentIds: 'object',
  cashInCodeId: 'string',
  examSeriesId: 'string',
  centreId: 'string',
  candidateNumber: 'string',
  lastName: 'string',
  firstName: 'string',
  isGivenNameAbsent: 'boolean',
  birthday: 'string',
  uciNumber: 'string',
  secondUciNumber: 'string',
  isPlacePending: 'boolean',
};

/** Whether something remembered has every field of the information, each of its kind. */
export function areAnswers(value: unknown): value is InfoAnswers {
  return (
    isFields(value) &&
    Array.isArray(value['componentIds']) &&
    Object.entries(kinds).every(([name, kind]) => typeof value[name] === kind)
  );
}

/** The fields as the draft has them; mandatory components are chosen from the beginning. */
export function answersOf(draft: PostTestDraft, offered: readonly Component[]): InfoAnswers {
  const mandatory = offered.filter(({ isMandatory }) => isMandatory).map(({ id }) => id);
  return {
    componentIds: [...new Set([...draft.componentIds, ...(draft.service.componentRule === 'some' ? mandatory : [])])],
    cashInCodeId: draft.cashInCodeId ?? '',
    examSeriesId: draft.examSeriesId ?? '',
    centreId: draft.centreId ?? '',
    candidateNumber: draft.candidateNumber ?? '',
    lastName: draft.lastName ?? '',
    firstName: draft.firstName ?? '',
    isGivenNameAbsent: draft.isGivenNameAbsent,
    birthday: draft.birthday ?? '',
    uciNumber: draft.uciNumber ?? '',
    secondUciNumber: draft.secondUciNumber ?? '',
    isPlacePending: draft.isPlacePending,
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The draft as it travels; half filled is welcome, the server says what is missing. */
export function inputOf(
  draft: PostTestDraft,
  answers: InfoAnswers,
  formFileIds: readonly string[],
): PostTestDraftInput {
  return {
    id: draft.id,
    version: draft.version,
    serviceId: draft.serviceId,
    levelId: draft.levelId,
    examSeriesId: orNull(answers.examSeriesId),
    cashInCodeId: orNull(answers.cashInCodeId),
    componentIds: [...answers.componentIds],
    centreId: orNull(answers.centreId),
    candidateNumber: orNull(answers.candidateNumber),
    lastName: orNull(answers.lastName),
    firstName: answers.isGivenNameAbsent ? null : orNull(answers.firstName),
    isGivenNameAbsent: answers.isGivenNameAbsent,
    birthday: orNull(answers.birthday),
    uciNumber: orNull(answers.uciNumber),
    secondUciNumber: orNull(answers.secondUciNumber),
    formFileIds: [...formFileIds],
    isPlacePending: answers.isPlacePending,
  };
}

/** What is already wrong with what has been typed, by field; what is missing is the server's to say. */
export function typedProblems(answers: InfoAnswers, draft: PostTestDraft, today: ChinaDate): Record<string, string> {
  const found: Record<string, string> = {};
  const { candidateNumber, birthday } = answers;
  if (candidateNumber.trim() !== '' && readCandidateNumber(candidateNumber) === null)
    found['candidateNumber'] = 'CANDIDATE_NUMBER';
  for (const field of ['uciNumber', 'secondUciNumber'] as const) {
    const checked = checkUci(answers[field], { policy: draft.uciPolicy, today });
    if (answers[field].trim() !== '' && !checked.ok) found[field] = checked.code;
  }
  const isWhole = /^\d{4}-\d{2}-\d{2}$/.test(birthday);
  if (isWhole && !isOfServiceAge(birthday, draft.service.ages, today)) found['birthday'] = 'POST_TEST_AGE';
  if (answers.componentIds.length > maxPostTestComponents) found['componentIds'] = 'TOO_MANY_COMPONENTS';
  return found;
}

/** The components that may be chosen: those of the level, of an award its units. */
export function componentsOffered(
  components: readonly Component[],
  { levelId, award }: { levelId: string | null; award: CashInCode | null },
): Component[] {
  return components.filter(
    ({ id, levelIds }) =>
      (levelId === null || levelIds.includes(levelId)) && (award === null || award.componentIds.includes(id)),
  );
}
