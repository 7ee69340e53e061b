import type { SavedCandidate } from '@exam/contract/entities';
import type { LeaveDraft } from '@exam/contract/wizards';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, DescriptionList } from '@exam/ui/parts';
import { registrationWords } from '../../../messages/registration.ts';
import { candidateName } from '../candidates/candidates.ts';

/** One candidate as the registration will have it; what the server found wrong is at the top. */
export function ConfirmCandidate(props: {
  candidate: SavedCandidate;
  leave: LeaveDraft | undefined;
  onChangeLeave: () => void;
  /** What the server found wrong with this candidate. */
  errors: readonly string[];
}) {
  const { candidate, leave, errors } = props;
  const words = useMessages(registrationWords);
  const formats = useFormats();
  const guardian = candidate.guardianModel;
  return (
    <li id={`entry-${candidate.id}`} tabIndex={-1} className={`card ${errors.length > 0 ? 'entry-wrong' : ''}`}>
      <h3 className="text-lg">{candidateName(candidate)}</h3>
      {errors.map((error) => (
        <p key={error} className="field-error">
          {error}
        </p>
      ))}
      <DescriptionList
        items={[
          { term: words.confirm.document, detail: `${words.pickup.idTypes[candidate.idType]} ${candidate.idNo}` },
          { term: words.confirm.birth, detail: formats.date(candidate.dob) },
          { term: words.confirm.gender, detail: words.confirm.genders[candidate.gender] },
          { term: words.confirm.contact, detail: [candidate.mobile, candidate.email].filter(Boolean).join(' · ') },
          {
            term: words.confirm.guardian,
            detail: leave && guardian ? `${guardian.name} · ${guardian.mobile}` : null,
          },
          {
            term: words.confirm.leaving,
            detail: leave ? <Leaving leave={leave} onChange={props.onChangeLeave} /> : null,
          },
        ]}
      />
    </li>
  );
}

function Leaving({ leave, onChange }: { leave: LeaveDraft; onChange: () => void }) {
  const words = useMessages(registrationWords);
  const text =
    leave.pickupPerson === null
      ? words.leave.choices[leave.choice]
      : words.confirm.pickedUpBy({
          choice: words.leave.choices[leave.choice],
          person: `${leave.pickupPerson.name} (${leave.pickupPerson.mobile})`,
        });
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4">
      {text}
      <Button variant="quiet" small aria-label={words.confirm.changeWhat(words.confirm.leaving)} onClick={onChange}>
        {words.confirm.change}
      </Button>
    </span>
  );
}
