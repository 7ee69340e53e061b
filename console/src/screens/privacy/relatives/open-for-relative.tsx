import {
  type ArrivalWay,
  arrivalWays,
  type Relation,
  relations,
  type RelativeKind,
  relativeKinds,
} from '@exam/contract/rules';
import { CheckboxField, SelectField, TextAreaField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DayField } from '../../../fields/index.ts';
import { useMay } from '../../../app/session.ts';
import { relativesWords } from '../../../messages/relatives.ts';
import { ActionButton, type FieldErrors } from '../../../page/index.ts';

/** Whom the request is about: a saved candidate, or the holder of an account. */
type About = { candidateId: string } | { accountId: string };

type Typing = {
  isWholeAccount: boolean;
  kind: RelativeKind | null;
  wish: string;
  relation: Relation | null;
  name: string;
  contact: string;
  arrivedBy: ArrivalWay | null;
  arrivedOn: string;
};

/** Nothing is chosen in advance: a relation that nobody chose would be on the receipt. */
const empty: Typing = {
  isWholeAccount: false,
  kind: null,
  wish: '',
  relation: null,
  name: '',
  contact: '',
  arrivedBy: null,
  arrivedOn: '',
};

/** Writes down what a close relative asks for somebody who has died, and leads to its page; for the privacy office. */
export function OpenForRelative({ about }: { about: About }) {
  const words = useMessages(relativesWords);
  const may = useMay();
  const navigate = useNavigate();
  const [given, setGiven] = useState(empty);
  if (!may('privacy:write')) return null;
  const isOfAccount = 'accountId' in about;
  const { kind, relation, arrivedBy } = given;
  const isReady = [given.wish, given.name, given.contact, given.arrivedOn, kind, relation, arrivedBy].every(
    (text) => text !== null && text.trim() !== '',
  );
  // What is not chosen is not sent: the dialog waits until all is.
  const chosen = {
    kind: kind ?? relativeKinds[0],
    relation: relation ?? relations[0],
    arrivedBy: arrivedBy ?? arrivalWays[0],
  };
  return (
    <ActionButton
      label={words.open}
      title={words.openTitle}
      call="rights.openForRelative"
      request={() => ({
        body: { ...about, ...given, ...chosen, isWholeAccount: isOfAccount || given.isWholeAccount },
      })}
      isReady={isReady}
      confirmLabel={words.openIt}
      done={({ code }) => words.opened(code)}
      onDone={({ id }) => void navigate(`/rights-requests/${id}`)}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.openText}</p>
          {isOfAccount ? (
            <p className="mb-4">{words.ofAccount}</p>
          ) : (
            <CheckboxField
              label={words.isWholeAccount}
              hint={words.isWholeAccountHint}
              checked={given.isWholeAccount}
              onChange={({ target }) => setGiven({ ...given, isWholeAccount: target.checked })}
            />
          )}
          <Fields given={given} errors={errors} set={(part) => setGiven({ ...given, ...part })} />
        </>
      )}
    </ActionButton>
  );
}

type FieldsProps = { given: Typing; errors: FieldErrors; set: (part: Partial<Typing>) => void };

function Fields({ given, errors, set }: FieldsProps) {
  const words = useMessages(relativesWords);
  return (
    <>
      <SelectField
        label={words.kind}
        required
        value={given.kind ?? ''}
        options={relativeKinds.map((value) => ({ value, label: words.kinds[value] }))}
        onChange={({ target }) => set({ kind: oneOf(relativeKinds, target.value) })}
      />
      <TextAreaField
        label={words.wish}
        rows={3}
        maxLength={2000}
        required
        value={given.wish}
        error={errors('wish')}
        onChange={({ target }) => set({ wish: target.value })}
      />
      <WhoAsks given={given} errors={errors} set={set} />
      <SelectField
        label={words.arrivedBy}
        required
        value={given.arrivedBy ?? ''}
        options={arrivalWays.map((value) => ({ value, label: words.arrivals[value] }))}
        onChange={({ target }) => set({ arrivedBy: oneOf(arrivalWays, target.value) })}
      />
      <DayField
        label={words.arrivedOn}
        yearless="last"
        required
        value={given.arrivedOn}
        error={errors('arrivedOn')}
        onChange={(arrivedOn) => set({ arrivedOn })}
      />
    </>
  );
}

function WhoAsks({ given, errors, set }: FieldsProps) {
  const words = useMessages(relativesWords);
  return (
    <>
      <TextField
        label={words.name}
        maxLength={80}
        required
        value={given.name}
        error={errors('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <SelectField
        label={words.relation}
        required
        value={given.relation ?? ''}
        options={relations.map((value) => ({ value, label: words.relations[value] }))}
        onChange={({ target }) => set({ relation: oneOf(relations, target.value) })}
      />
      <TextField
        label={words.contact}
        hint={words.contactHint}
        maxLength={200}
        required
        value={given.contact}
        error={errors('contact')}
        onChange={({ target }) => set({ contact: target.value })}
      />
    </>
  );
}

function oneOf<T extends string>(known: readonly T[], value: string): T | null {
  return known.find((each) => each === value) ?? null;
}
