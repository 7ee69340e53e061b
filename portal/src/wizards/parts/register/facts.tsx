import type { SavedCandidate } from '@exam/contract/entities';
import { useFormats, useMessages } from '@exam/ui/i18n';
import type { ReactNode } from 'react';
import { useSession } from '../../../app/session/session.ts';
import { registrationWords } from '../../../messages/registration.ts';

/** One candidate as the registration will have it, to be checked; what the server found wrong is at the top. */
export function CandidateFacts(props: {
  candidate: SavedCandidate;
  /** What the server found wrong with this candidate. */
  errors: readonly string[];
  isMinor: boolean;
  children: ReactNode;
}) {
  const { candidate, errors } = props;
  const words = useMessages(registrationWords);
  const formats = useFormats();
  const { user } = useSession();
  const guardian = candidate.guardianModel;
  // The account's own number is known here by its ending only; the sentence says of whom it speaks.
  const isAskedElsewhere =
    props.isMinor && guardian !== null && guardian.mobile.slice(-4) !== user?.phoneNumber.slice(-4);
  const contact = [candidate.mobile, candidate.email].filter(Boolean).join(' · ');
  return (
    <div
      id={`entry-${candidate.id}`}
      tabIndex={-1}
      className={`candidate-facts ${errors.length > 0 ? 'entry-wrong' : ''}`}
    >
      {errors.map((error) => (
        <p key={error} className="field-error">
          {error}
        </p>
      ))}
      <Fact term={words.confirm.birth}>
        {formats.date(candidate.dob)} · {words.confirm.genders[candidate.gender]}
      </Fact>
      {contact !== '' && <Fact term={words.confirm.contact}>{contact}</Fact>}
      {guardian && (
        <Fact term={words.confirm.guardian}>
          {guardian.name} · {guardian.mobile}
        </Fact>
      )}
      {isAskedElsewhere && <p className="text-sm">{words.completed.asksGuardian}</p>}
      {props.children}
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <p>
      <span className="text-ink-2">{term}</span> {children}
    </p>
  );
}
