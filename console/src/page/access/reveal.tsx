import type { StaffReply, StaffRequest } from '@exam/contract/staff/client';
import type { StaffEndpointName } from '@exam/contract/staff/endpoints';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useEffect, useState } from 'react';
import { pageWords } from '../../messages/page.ts';
import { ActionDialog } from '../action-dialog.tsx';

const shownForMinutes = 1;

/**
 * A masked value, and a way to see it whole for a reason, which the audit keeps. It is masked again after a minute.
 * @param props.call the reveal call of the value's area; `null` where the reader may not reveal
 * @param props.label what it is: "phone number"
 */
export function Reveal<N extends StaffEndpointName>(props: {
  masked: string | null;
  label: string;
  call: N | null;
  request: (reason: string) => StaffRequest<N>;
  value: (reply: StaffReply<N>) => string | null;
}) {
  const words = useMessages(pageWords);
  const [isOpen, setOpen] = useState(false);
  const [whole, setWhole] = useState<string | null>(null);
  useEffect(() => {
    if (whole === null) return undefined;
    const timer = setTimeout(() => setWhole(null), shownForMinutes * 60_000);
    return () => clearTimeout(timer);
  }, [whole]);
  if (props.masked === null) return <>–</>;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <output className="tabular-nums break-all">{whole ?? props.masked}</output>
      {props.call !== null && (
        <Button
          variant="quiet"
          small
          aria-label={whole === null ? words.revealWhat(props.label) : words.hideWhat(props.label)}
          onClick={() => (whole === null ? setOpen(true) : setWhole(null))}
        >
          {whole === null ? words.reveal : words.hide}
        </Button>
      )}
      {isOpen && props.call !== null && (
        <ActionDialog<N>
          title={words.revealWhat(props.label)}
          call={props.call}
          request={props.request}
          reason="needed"
          reasonLabel={words.revealReason}
          confirmLabel={words.reveal}
          onDone={(reply) => setWhole(props.value(reply))}
          onClose={() => setOpen(false)}
        >
          <p className="mb-4">{words.revealText(shownForMinutes)}</p>
        </ActionDialog>
      )}
    </span>
  );
}
