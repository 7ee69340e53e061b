import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { uiWords } from '../messages/index.ts';
import { useMessages } from '../i18n/language.tsx';
import { Button } from './button.tsx';

/**
 * A modal dialog on the browser's own `<dialog>`: focus is kept inside and returns to where it was.
 * @param props.onClose Escape and the close button; without it the dialog cannot be dismissed, only answered
 * @param props.actions buttons, the chief one last
 */
export function Dialog(props: {
  open: boolean;
  title: string;
  onClose?: () => void;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  const { open, onClose } = props;
  const words = useMessages(uiWords);
  const box = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = box.current;
    if (open && dialog?.open === false) dialog.showModal();
    if (!open && dialog?.open === true) dialog.close();
  }, [open]);
  useLayoutEffect(() => {
    const dialog = box.current;
    // Taken away while it is open: only closing it gives the focus back.
    return () => dialog?.close();
  }, []);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape on the dialog itself
    <dialog
      ref={box}
      className="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        // A browser closes on the second Escape whatever `cancel` answers; a dialog that must be answered takes the key.
        if (event.key === 'Escape' && onClose === undefined) event.preventDefault();
      }}
      onClose={(event) => {
        // The event comes a moment after the closing: by then the dialog may ask its next question.
        if (open && !event.currentTarget.open) onClose?.();
      }}
    >
      {open && (
        <>
          <div className="mb-3 flex items-start justify-between gap-4">
            <h2 id={heading} className="text-xl">
              {props.title}
            </h2>
            {onClose !== undefined && (
              <button type="button" className="dialog-close -mt-2 -mr-3 size-11 text-2xl" onClick={onClose}>
                <span className="sr-only">{words.close}</span>
                <span aria-hidden="true">×</span>
              </button>
            )}
          </div>
          {props.children}
          {props.actions !== undefined && <div className="mt-6 flex flex-wrap justify-end gap-3">{props.actions}</div>}
        </>
      )}
    </dialog>
  );
}

/** Asks before something that matters is done. */
export function ConfirmDialog(props: {
  open: boolean;
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const words = useMessages(uiWords);
  return (
    <Dialog
      open={props.open}
      title={props.title}
      onClose={props.onCancel}
      actions={
        <>
          <Button variant="secondary" onClick={props.onCancel}>
            {props.cancelLabel ?? words.cancel}
          </Button>
          <Button variant={props.danger ? 'danger' : 'primary'} busy={props.busy} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
