import { useMessages } from '@exam/ui/i18n';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';

/** The names of the fields of the information, in the order of the page. */
export function useInfoLabels(): Readonly<Record<string, string>> {
  const { info, service } = useMessages(postTestWizardWords);
  return {
    cashInCodeId: info.cashInCode,
    examSeriesId: service.series,
    componentIds: info.components,
    centreId: info.centre,
    candidateNumber: info.candidateNumber,
    uciNumber: info.uci,
    secondUciNumber: info.secondUci,
    lastName: info.lastName,
    firstName: info.firstName,
    birthday: info.birthday,
    isPlacePending: info.placePending,
    formFileIds: info.form,
  };
}
