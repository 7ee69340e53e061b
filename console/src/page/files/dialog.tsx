import { lengthSeen } from '@exam/contract/rules';
import { TextAreaField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { pageWords } from '../../messages/page.ts';
import { loadAgain } from '../object.ts';

/** Asks what a file is for, then fetches it; closes when it came. */
export function FileDialog(props: {
  title: string;
  text: string;
  children?: ReactNode;
  /** What else is asked for; by default, what the file is for. */
  reasonLabel?: string;
  /** What the file is for, where the act says it already; it may be written otherwise. */
  purpose?: string;
  /** Fetches the file for the reason. @returns whether it came. */
  start: (reason: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const words = useMessages(pageWords);
  const form = useId();
  const [reason, setReason] = useState(props.purpose ?? '');
  const [isTooShort, setTooShort] = useState(false);
  const fetching = useMutation({
    mutationFn: () => props.start(reason.trim()),
    onSuccess: async (hasCome) => {
      if (!hasCome) return;
      props.onClose();
      await loadAgain();
    },
  });
  return (
    <Dialog
      open
      title={props.title}
      onClose={props.onClose}
      actions={<Buttons form={form} isBusy={fetching.isPending} onClose={props.onClose} />}
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const isRight = lengthSeen(reason.trim()) >= 5;
          setTooShort(!isRight);
          if (isRight && !fetching.isPending) fetching.mutate();
        }}
      >
        <p className="mb-4">{props.text}</p>
        {props.children}
        <TextAreaField
          label={props.reasonLabel ?? words.purpose}
          hint={words.reasonHint}
          error={isTooShort ? words.reasonLength : undefined}
          maxLength={500}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

function Buttons({ form, isBusy, onClose }: { form: string; isBusy: boolean; onClose: () => void }) {
  const words = useMessages(pageWords);
  return (
    <>
      <Button variant="secondary" onClick={onClose}>
        {words.cancel}
      </Button>
      <Button type="submit" form={form} busy={isBusy}>
        {words.saveFile}
      </Button>
    </>
  );
}
