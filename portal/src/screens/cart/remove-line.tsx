import { useMessages } from '@exam/ui/i18n';
import { ConfirmDialog, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { cartChanged } from '../../app/session/session.ts';
import { cartWords } from '../../messages/cart.ts';

/**
 * Asks, then deletes a registration from the cart.
 * @param props.onDone told when it is gone; the cart is asked for again by then
 */
export function RemoveLine(props: {
  id: string | null;
  title?: string;
  question?: string;
  confirmLabel?: string;
  onCancel: () => void;
  onDone: () => void;
}) {
  const words = useMessages(cartWords);
  const remove = useMutation({
    mutationFn: (id: string) => api('application.delete', { params: { id }, body: {} }),
    onSuccess: async () => {
      void showToast(words.removed, 'success');
      props.onDone();
      await cartChanged();
    },
    onError: props.onCancel,
  });
  return (
    <ConfirmDialog
      open={props.id !== null}
      title={props.title ?? words.sureTitle}
      confirmLabel={props.confirmLabel ?? words.remove}
      danger
      busy={remove.isPending}
      onConfirm={() => {
        if (props.id !== null) remove.mutate(props.id);
      }}
      onCancel={props.onCancel}
    >
      <p>{props.question ?? words.sure}</p>
    </ConfirmDialog>
  );
}
