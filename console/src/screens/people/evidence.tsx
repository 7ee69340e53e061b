import { lengthSeen } from '@exam/contract/rules';
import type { StaffEndpointName } from '@exam/contract/staff/endpoints';
import type { StaffRequest } from '@exam/contract/staff/client';
import { TextAreaField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState, type ReactNode } from 'react';
import { peopleWords } from '../../messages/people.ts';
import { ActionButton } from '../../page/index.ts';

/** An act about who owns an account: with evidence, which is kept sealed, and a reason. */
export function EvidenceButton<N extends StaffEndpointName>(props: {
  label: string;
  call: N;
  request: (body: { reason: string; evidence: string }) => StaffRequest<N>;
  done: string;
  text: string;
  isDangerous?: boolean;
  isReady?: boolean;
  children?: ReactNode;
}) {
  const words = useMessages(peopleWords);
  const [evidence, setEvidence] = useState('');
  return (
    <ActionButton<N>
      label={props.label}
      call={props.call}
      request={(reason) => props.request({ reason, evidence: evidence.trim() })}
      reason="needed"
      confirmLabel={props.label}
      done={props.done}
      isDangerous={props.isDangerous === true}
      isReady={lengthSeen(evidence.trim()) >= 5 && props.isReady !== false}
    >
      {(errors) => (
        <>
          <p className="mb-4">{props.text}</p>
          {props.children}
          <TextAreaField
            label={words.evidence}
            hint={words.evidenceHint}
            rows={4}
            maxLength={2000}
            value={evidence}
            error={errors('evidence')}
            onChange={({ target }) => setEvidence(target.value)}
          />
        </>
      )}
    </ActionButton>
  );
}
