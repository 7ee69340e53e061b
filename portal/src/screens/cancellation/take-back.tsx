import { useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { cancellationWords } from '../../messages/cancellation.ts';
import { endChanged } from './cancellation-data.ts';

/** Asks, then takes an undecided request back (9.1 #11). */
export function TakeBack({ applicationId }: { applicationId: string }) {
  const words = useMessages(cancellationWords).request;
  const [isAsking, setAsking] = useState(false);
  const takeBack = useMutation({
    mutationKey: ['veil'],
    mutationFn: () => api('application.takeBackCancellation', { params: { id: applicationId }, body: {} }),
    onSuccess: () => void showToast(words.takenBack, 'success'),
    onSettled: async () => {
      setAsking(false);
      await endChanged();
    },
  });
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {words.takeBack}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.takeBackTitle}
        confirmLabel={words.takeBack}
        busy={takeBack.isPending}
        onConfirm={() => takeBack.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{words.takeBackText}</p>
      </ConfirmDialog>
    </div>
  );
}
