import { Field, type FieldTexts } from '@exam/ui/form';

type Option = { value: string; label: string; hint: string; disabled: boolean };

/** Any number of subjects, as large tiles. The id of the field is the id of the first box, so that an error summary reaches it. */
export function SubjectTiles({
  id,
  options,
  values,
  onChange,
  ...texts
}: FieldTexts & {
  id: string;
  options: readonly Option[];
  values: readonly string[];
  /** Those that are ticked then, in the order of the options. */
  onChange: (values: readonly string[]) => void;
}) {
  const toggle = (one: string) =>
    onChange(options.map(({ value }) => value).filter((value) => (value === one) !== values.includes(value)));
  return (
    <Field {...texts} id={id} group>
      {(control) => (
        <div className="tiles">
          {options.map((option, index) => (
            <label key={option.value} className="tile">
              <input
                type="checkbox"
                id={index === 0 ? control.id : undefined}
                checked={values.includes(option.value)}
                disabled={option.disabled}
                onChange={() => toggle(option.value)}
              />
              <span>
                {option.label}
                <span className="block text-ink-2">{option.hint}</span>
              </span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
