import type { SavedCandidate } from '@exam/contract/entities';
import { CheckboxField, RadioTiles } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { registrationWords } from '../../../messages/registration.ts';
import { candidateName } from '../../../page/candidates.ts';
import { openChoices } from './answers.ts';
import { PickupFields } from './pickup-fields.tsx';
import type { LeaveInHand } from './use-leave.ts';

/**
 * How one minor leaves the centre: a line, and the questions once somebody wants it otherwise.
 * @param props.isShown whether what is wrong is shown
 */
export function MinorLeave(props: { minor: SavedCandidate; examDate: string; leave: LeaveInHand; isShown: boolean }) {
  const { minor, leave } = props;
  const words = useMessages(registrationWords);
  const { choice } = leave.answersFor(minor);
  // Whoever comes by, or the age, asks something: then it stays open.
  const [isOpen, setOpen] = useState(choice !== 'GuardianPicksUp');
  if (isOpen || choice === null) return <LeaveFields {...props} />;
  const name = candidateName(minor);
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4">
      <span>
        <span className="text-ink-2">{words.confirm.leaving}</span> {words.leave.choices[choice]}
      </span>
      <Button
        variant="quiet"
        small
        aria-label={`${words.confirm.changeWhat(words.confirm.leaving)}: ${name}`}
        onClick={() => {
          setOpen(true);
          requestAnimationFrame(() => document.getElementById(`${minor.id}-choice`)?.focus());
        }}
      >
        {words.confirm.change}
      </Button>
    </p>
  );
}

function LeaveFields({ minor, examDate, leave, isShown }: Parameters<typeof MinorLeave>[0]) {
  const words = useMessages(registrationWords).leave;
  const name = candidateName(minor);
  const answers = leave.answersFor(minor);
  const choices = openChoices(minor, examDate);
  const problems = new Map(isShown ? leave.problemsFor(minor) : []);
  return (
    <div>
      <RadioTiles
        id={`${minor.id}-choice`}
        name={`${minor.id}-choice`}
        label={words.legend(name)}
        hint={choices.includes('LeavesAlone') ? undefined : words.tooYoung}
        error={problems.get('choice')}
        value={answers.choice}
        options={choices.map((value) => ({ value, label: words.choices[value], hint: words.hints[value] }))}
        onChange={(event) => {
          const choice = choices.find((each) => each === event.target.value) ?? null;
          leave.change(minor, { choice });
        }}
      />
      {answers.choice === 'AuthorisedPersonPicksUp' && (
        <PickupFields
          id={minor.id}
          person={answers.pickup}
          onChange={(part) => leave.change(minor, { pickup: { ...answers.pickup, ...part } })}
          errorAt={(path) => problems.get(`pickup.${path}`)}
        />
      )}
      {answers.choice === 'LeavesAlone' && (
        <CheckboxField
          id={`${minor.id}-agree`}
          label={words.agree(name)}
          error={problems.get('agree')}
          checked={answers.isAgreed}
          onChange={(event) => leave.change(minor, { isAgreed: event.target.checked })}
        />
      )}
    </div>
  );
}
