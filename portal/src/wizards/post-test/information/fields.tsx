import { CheckboxField, DateBoxes, FileField, SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useQuery } from '@tanstack/react-query';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { candidateName, pickerRows } from '../../../page/candidates.ts';
import type { InfoAnswers } from './answers.ts';
import type { CashInCode, Centre, PostTestDraft } from '../post-test-data.ts';
import type { FormFiles } from './use-form-files.ts';

/** What every field of the information gets. */
export type InfoFieldProps = {
  draft: PostTestDraft;
  answers: InfoAnswers;
  change: (part: Partial<InfoAnswers>) => void;
  errorAt: (field: string) => string | undefined;
};

/** The awarding body's centre where the exam was taken. */
export function CentreField({ centres, answers, change, errorAt }: InfoFieldProps & { centres: readonly Centre[] }) {
  const words = useMessages(postTestWizardWords).info;
  return (
    <SelectField
      id="centreId"
      label={words.centre}
      hint={words.centreHint}
      error={errorAt('centreId')}
      value={answers.centreId}
      options={centres.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      onChange={(event) => change({ centreId: event.target.value })}
    />
  );
}

export function CandidateNumberField({ answers, change, errorAt }: InfoFieldProps) {
  const words = useMessages(postTestWizardWords).info;
  return (
    <TextField
      id="candidateNumber"
      label={words.candidateNumber}
      hint={words.candidateNumberHint}
      error={errorAt('candidateNumber')}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      value={answers.candidateNumber}
      onChange={(event) => change({ candidateNumber: event.target.value })}
    />
  );
}

/** The UCI, and of a merge request the other one; nothing for a body that gives none. */
export function UciFields({ draft, answers, change, errorAt }: InfoFieldProps) {
  const words = useMessages(postTestWizardWords).info;
  if (draft.uciPolicy === 'none') return null;
  const isMerge = draft.service.kind === 'uciMerge';
  const upper = (text: string) => text.toUpperCase();
  return (
    <>
      <TextField
        id="uciNumber"
        label={words.uci}
        hint={isMerge ? words.uciHint : `${words.uciHint} · ${words.merge}`}
        error={errorAt('uciNumber')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        value={answers.uciNumber}
        onChange={(event) => change({ uciNumber: upper(event.target.value) })}
      />
      {isMerge && (
        <TextField
          id="secondUciNumber"
          label={words.secondUci}
          hint={words.secondUciHint}
          error={errorAt('secondUciNumber')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
          value={answers.secondUciNumber}
          onChange={(event) => change({ secondUciNumber: upper(event.target.value) })}
        />
      )}
    </>
  );
}

/** Name and date of birth, which may be taken over from a saved candidate. */
export function PersonFields(props: InfoFieldProps) {
  const { draft, answers, change, errorAt } = props;
  const words = useMessages(postTestWizardWords).info;
  const { ages } = draft.service;
  return (
    <>
      <TakeOver {...props} />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          id="lastName"
          label={words.lastName}
          hint={words.nameHint}
          error={errorAt('lastName')}
          autoComplete="off"
          maxLength={60}
          value={answers.lastName}
          onChange={(event) => change({ lastName: event.target.value })}
        />
        <TextField
          id="firstName"
          label={words.firstName}
          hint={words.nameHint}
          error={errorAt('firstName')}
          autoComplete="off"
          maxLength={60}
          disabled={answers.isGivenNameAbsent}
          value={answers.isGivenNameAbsent ? '' : answers.firstName}
          onChange={(event) => change({ firstName: event.target.value })}
        />
      </div>
      <CheckboxField
        id="isGivenNameAbsent"
        label={words.noGivenName}
        checked={answers.isGivenNameAbsent}
        onChange={(event) => change({ isGivenNameAbsent: event.target.checked })}
      />
      <DateBoxes
        id="birthday"
        name="birthday"
        label={words.birthday}
        hint={ages === null ? undefined : words.birthdayAges(ages)}
        error={errorAt('birthday')}
        value={answers.birthday}
        onChange={(birthday) => change({ birthday })}
      />
    </>
  );
}

function TakeOver({ change }: InfoFieldProps) {
  const words = useMessages(postTestWizardWords).info;
  const rows = useQuery(pickerRows);
  if (rows.data === undefined || rows.data.length === 0) return null;
  const take = (id: string) => {
    const row = rows.data.find((each) => each.id === id);
    if (row === undefined) return;
    const { lastName, firstName, dob } = row;
    change({ lastName, firstName, isGivenNameAbsent: firstName === '', birthday: dob });
  };
  return (
    <SelectField
      label={words.from}
      optional
      placeholder={words.fromNone}
      defaultValue=""
      options={rows.data.map((row) => ({ value: row.id, label: candidateName(row) }))}
      onChange={(event) => take(event.target.value)}
    />
  );
}

/** The award that is claimed. Another one has other units. */
export function CashInCodeField(props: InfoFieldProps & { codes: readonly CashInCode[] }) {
  const { draft, codes, answers, change, errorAt } = props;
  const words = useMessages(postTestWizardWords).info;
  const ofLevel = codes.filter(({ levelId }) => draft.levelId === null || levelId === draft.levelId);
  return (
    <SelectField
      id="cashInCodeId"
      label={words.cashInCode}
      hint={words.cashInHint}
      error={errorAt('cashInCodeId')}
      value={answers.cashInCodeId}
      options={ofLevel.map((code) => ({ value: code.cashInCodeId, label: `${code.cashInCode} · ${code.name}` }))}
      onChange={(event) => change({ cashInCodeId: event.target.value, componentIds: [] })}
    />
  );
}

/** What only some services ask for: the pending place, the signed form. */
export function ServiceFields({ draft, answers, change, errorAt, files }: InfoFieldProps & { files: FormFiles }) {
  const words = useMessages(postTestWizardWords).info;
  return (
    <>
      {draft.service.isPlacePending && (
        <CheckboxField
          id="isPlacePending"
          label={words.placePending}
          error={errorAt('isPlacePending')}
          checked={answers.isPlacePending}
          onChange={(event) => change({ isPlacePending: event.target.checked })}
        />
      )}
      <FileField
        id="formFileIds"
        label={words.form}
        hint={words.formHint}
        error={errorAt('formFileIds')}
        optional={!draft.service.isFormRequired}
        photos
        files={files.files}
        sending={files.sending}
        failed={files.failed}
        max={files.max}
        onAdd={files.add}
        onRemove={files.remove}
        onStop={files.stop}
        onRetry={files.retry}
        onDismiss={files.dismiss}
      />
    </>
  );
}
