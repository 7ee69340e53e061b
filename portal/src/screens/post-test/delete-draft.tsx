import { useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, queryClient } from '../../app/api.ts';
import { postTestWizardWords } from '../../messages/post-test-wizard.ts';

/** Throws the whole request away, after asking (9.6 #3). */
export function DeleteDraft({ draft, onDeleted }: { draft: { id: string }; onDeleted: () => void }) {
  const words = useMessages(postTestWizardWords).confirm;
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const deletion = useMutation({
    mutationFn: () => api('postTest.deleteDraft', { params: { id: draft.id }, body: {} }),
    onSuccess: async () => {
      await navigate('/candidate/posttestservice?status=Drafts', { replace: true });
      onDeleted();
      void showToast(words.deleted, 'success');
      queryClient.removeQueries({ queryKey: ['postTest', 'draft'] });
      await queryClient.invalidateQueries({ queryKey: ['postTest', 'list'] });
    },
    onError: () => setAsking(false),
  });
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {words.deleteAll}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={words.deleteAll}
        confirmLabel={words.delete}
        busy={deletion.isPending}
        onConfirm={() => deletion.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{words.sure}</p>
      </ConfirmDialog>
    </>
  );
}
