import type { Fields } from '@exam/contract/forms';
import { useState } from 'react';
import { FileField, FormFields, type FileWidgetProps, type FormFieldTexts } from '../form/index.ts';

const fields: Fields = {
  school: { kind: 'text', max: 100 },
  contact: { kind: 'email' },
  examMonth: { kind: 'month' },
  from: { kind: 'date' },
  proofs: { kind: 'file', max: 2 },
  code: { kind: 'code', entry: 'courseCode' },
  numbers: { kind: 'list', entry: 'accaNumber', max: 5 },
  series: { kind: 'choice', options: ['June', 'October'], max: 1 },
  universities: { kind: 'choice', options: ['Oxford', 'Durham', 'Warwick'], max: 3, optional: true },
  approved: { kind: 'confirm' },
  arrangement: { kind: 'yesNoWithReason', max: 500 },
};

const texts: Record<string, FormFieldTexts> = {
  school: { label: 'School' },
  contact: { label: 'Contact e-mail' },
  examMonth: { label: 'Expected month' },
  from: { label: 'Window from' },
  proofs: { label: 'Proofs' },
  code: { label: 'Course code' },
  numbers: { label: 'Registration number' },
  series: { label: 'Series' },
  universities: { label: 'Universities' },
  approved: { label: 'My university agrees' },
  arrangement: { label: 'Do you need a special arrangement?', reasonLabel: 'What do you need?' },
};

/** Sends nothing: a file's id is its name. */
function Names({ id, label, max, ids, onChange }: FileWidgetProps) {
  return (
    <FileField
      id={id}
      label={label}
      max={max}
      files={ids.map((name) => ({ id: name, fileName: name }))}
      onAdd={(files) => onChange([...ids, ...files.map(({ name }) => name)])}
      onRemove={(name) => onChange(ids.filter((each) => each !== name))}
    />
  );
}

/** A form with a field of every kind, and its answers as text. */
export function NineKinds() {
  const [values, setValues] = useState<Record<string, unknown>>({});
  return (
    <section className="max-w-form">
      <h2 className="mb-4 text-2xl">Registration form</h2>
      <FormFields
        fields={fields}
        texts={(name) => texts[name] ?? { label: name }}
        values={values}
        errors={{ 'numbers.1': 'A registration number has 7 digits.' }}
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
        fileWidget={Names}
      />
      <output data-testid="answers">{JSON.stringify(values)}</output>
    </section>
  );
}
