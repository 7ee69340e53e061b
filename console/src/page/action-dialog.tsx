import type { StaffEndpointName } from '@exam/contract/staff/endpoints';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, type ButtonVariant } from '@exam/ui/parts';
import { useState } from 'react';
import { pageWords } from '../messages/page.ts';
import { ActionSubmit, useActionForm, type ActionProps } from './action-form.tsx';

export type ActionDialogProps<N extends StaffEndpointName> = ActionProps<N> & {
  title: string;
  isDangerous?: boolean;
  onClose: () => void;
};

/**
 * An act of staff in a dialog: what it does, its fields, its reason. A refusal is shown above the button that was pressed, and the first field that it is about
 * has the focus; a code of the authenticator is asked for on top where the call needs one; when somebody else was faster, the dialog offers to load the page
 * again. Render it only while it is open: what was typed is forgotten with it.
 */
export function ActionDialog<N extends StaffEndpointName>(props: ActionDialogProps<N>) {
  const words = useMessages(pageWords);
  const { title, onClose, onDone } = props;
  const form = useActionForm({
    ...props,
    onDone: (reply) => {
      onClose();
      onDone?.(reply);
    },
  });
  const actions = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {words.cancel}
      </Button>
      <ActionSubmit
        form={form}
        label={props.confirmLabel}
        variant={props.isDangerous === true ? 'danger' : 'primary'}
        onReload={onClose}
      />
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} actions={actions}>
      {form.fields}
    </Dialog>
  );
}

/** A button that opens an act's dialog. Draw it only where the act is allowed. */
export function ActionButton<N extends StaffEndpointName>({
  label,
  variant = 'secondary',
  blockedBy,
  ...dialog
}: Omit<ActionDialogProps<N>, 'onClose' | 'title'> & {
  label: string;
  title?: string;
  variant?: ButtonVariant;
  /** The id of the words that say why it cannot be done now; absent: it can. */
  blockedBy?: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        small
        disabled={blockedBy !== undefined}
        aria-describedby={blockedBy}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && <ActionDialog<N> {...dialog} title={dialog.title ?? label} onClose={() => setOpen(false)} />}
    </>
  );
}
