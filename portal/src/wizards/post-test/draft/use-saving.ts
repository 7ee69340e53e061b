import { CallError } from '@exam/contract/client';
import type { PostTestDraftInput } from '@exam/contract/entities';
import type { PostTestProgress } from '@exam/contract/wizards';
import { useLanguage } from '@exam/ui/i18n';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient } from '../../../app/api.ts';
import { draftById, rememberDraft, type PostTestDraft } from '../post-test-data.ts';
import type { ServiceChoice } from '../service/choice.ts';
import type { StepProps } from '../wizard.ts';

type Chosen = ServiceChoice & Pick<PostTestProgress, 'componentRule'>;

/** What a draft is made of besides the choice of the service step; another service or level has other components. */
const startedAnew = { componentIds: [], cashInCodeId: null };

/**
 * Saves the draft on the server, one save after the other. A refusal keeps the page as it is; `fields` then holds its sentences by field.
 */
export function useDraftSaving({ progress, save }: Pick<StepProps, 'progress' | 'save'>) {
  const { language } = useLanguage();
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const saving = useMutation({
    mutationFn: (body: PostTestDraftInput) => api('postTest.saveDraft', { body }),
    onMutate: () => setFields({}),
    onSuccess: (draft) => rememberDraft(language, draft),
    onError: (error) => {
      if (error instanceof CallError) setFields(error.problem.fields ?? {});
      void queryClient.invalidateQueries({ queryKey: ['postTest', 'draft'] });
    },
  });
  const known = (id: string): Promise<PostTestDraft> => queryClient.fetchQuery(draftById(language, id));

  const saveChoice = async (chosen: Chosen) => {
    const { componentRule: _rule, ...ids } = chosen;
    const isSame =
      chosen.serviceId === progress.serviceId &&
      chosen.levelId === progress.levelId &&
      chosen.examSeriesId === progress.examSeriesId;
    if (progress.draftId !== null && isSame) return save(chosen);
    const before = progress.draftId === null ? null : await known(progress.draftId).catch(() => null);
    const draft = await saving
      .mutateAsync(before === null ? ids : { ...ids, ...startedAnew, id: before.id, version: before.version })
      .catch(() => null);
    return draft === null ? undefined : save({ ...chosen, draftId: draft.id, canConfirm: draft.canConfirm });
  };

  return {
    isSaving: saving.isPending,
    fields,
    saveChoice: (chosen: Chosen) => void saveChoice(chosen),
    /** Saves; gives the draft, or null when it was refused. */
    saveDraft: (input: PostTestDraftInput): Promise<PostTestDraft | null> =>
      saving.mutateAsync(input).catch(() => null),
  };
}
