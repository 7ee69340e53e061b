import { useState, type FormEvent } from 'react';
import {
  CheckboxField,
  CodeField,
  DateBoxes,
  FileField,
  MonthBoxes,
  PasswordField,
  PhoneField,
  RadioTiles,
  SelectField,
  TextField,
} from '../form/index.ts';
import { Button, ErrorSummary, type FieldError } from '../parts/index.ts';

const required = 'Please fill in required field!';

/** Every field in its normal state, and after the first submission in its error state. */
export function Fields() {
  const [birth, setBirth] = useState('');
  const [month, setMonth] = useState('');
  const [gender, setGender] = useState<'Male' | 'Female' | null>(null);
  const [attempt, setAttempt] = useState(0);
  const error = attempt > 0 ? required : undefined;
  const errors: FieldError[] =
    attempt === 0
      ? []
      : ['name', 'gender', 'document', 'birth', 'mobile', 'agree'].map((field) => ({
          field,
          text: `${field}: ${required}`,
        }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempt(attempt + 1);
  };
  return (
    <form className="max-w-form" noValidate onSubmit={submit}>
      <h2 className="mb-4 text-2xl">Fields</h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextField id="name" name="name" label="Surname" hint="As on the document" placeholder="ZHANG" error={error} />
      <RadioTiles
        id="gender"
        name="gender"
        label="Gender"
        inline
        options={[
          { value: 'Male', label: 'Male' },
          { value: 'Female', label: 'Female' },
        ]}
        value={gender}
        onChange={(event) => setGender(event.target.value === 'Male' ? 'Male' : 'Female')}
        error={error}
      />
      <SelectField
        id="document"
        name="document"
        label="Document"
        options={[{ value: 'p', label: 'Passport' }]}
        error={error}
      />
      <DateBoxes
        id="birth"
        name="birth"
        label="Date of birth"
        value={birth}
        onChange={setBirth}
        birthday
        error={error}
      />
      <output data-testid="birth">{birth}</output>
      <MonthBoxes name="month" label="Exam month" value={month} onChange={setMonth} optional />
      <MoreFields error={error} />
      <CheckboxField id="agree" name="agree" label="I confirm that the above information is correct" error={error} />
      <Button type="submit">Save</Button>
    </form>
  );
}

function MoreFields({ error }: { error?: string }) {
  return (
    <>
      <PhoneField id="mobile" name="mobile" label="Mobile" error={error} />
      <CodeField name="code" label="Code" onSend={() => Promise.resolve(60)} />
      <PasswordField name="password" label="Password" strength="Medium" autoComplete="new-password" />
      <FileField
        label="Files"
        files={[{ id: '1', fileName: 'consent.pdf' }]}
        max={5}
        onAdd={() => undefined}
        onRemove={() => undefined}
      />
    </>
  );
}
