import { mostUnits } from '@exam/contract/rules';
import type { ComponentProps, ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Field, type FieldTexts } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'children'> & { id?: string };

/** One line of text. Everything an `<input>` takes may be given, so `{...register('email')}` fits. */
export function TextField({ label, hint, error, optional, id, ...input }: FieldTexts & InputProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  );
}

/** Several lines of text. @param props.maxLength characters as a person sees them; what is longer than that is told, not cut off */
export function TextAreaField({
  label,
  hint,
  error,
  optional,
  id,
  maxLength,
  ...input
}: FieldTexts & Omit<ComponentProps<'textarea'>, 'id'> & { id?: string }) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <textarea
          rows={4}
          maxLength={maxLength === undefined ? undefined : maxLength * mostUnits}
          {...input}
          {...control}
          className="input"
        />
      )}
    </Field>
  );
}

export type Option<Value extends string = string> = {
  value: Value;
  label: string;
  hint?: ReactNode;
  /** A drawing before the label; the label says what it shows. */
  mark?: ReactNode;
  disabled?: boolean;
};

/** The system's own select; the first, empty option is "Please choose" unless `placeholder` is null. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  options,
  placeholder,
  ...select
}: FieldTexts &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    id?: string;
    options: readonly Option[];
    placeholder?: string | null;
  }) {
  const words = useMessages(uiWords);
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <select {...select} {...control} className="input">
          {placeholder !== null && <option value="">{placeholder ?? words.choose}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/**
 * One of a few, as large tiles. Either controlled (`value`, `onChange`) or registered: every other prop goes to each radio.
 * The id of the field is the id of the first radio, so that an error summary reaches it.
 */
export function RadioTiles<Value extends string>({
  label,
  hint,
  error,
  optional,
  id,
  options,
  value,
  inline = false,
  ...radio
}: FieldTexts &
  Omit<InputProps, 'value'> & {
    name: string;
    options: readonly Option<Value>[];
    value?: Value | null;
    inline?: boolean;
  }) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id} group>
      {(control) => (
        <div className={inline ? 'tiles tiles-row' : 'tiles'}>
          {options.map((option, index) => (
            <label key={option.value} className="tile">
              <input
                {...radio}
                type="radio"
                id={index === 0 ? control.id : undefined}
                value={option.value}
                checked={value === undefined ? undefined : value === option.value}
                disabled={option.disabled ?? radio.disabled}
              />
              <span>
                <span className="flex items-center gap-2">
                  {option.mark}
                  {option.label}
                </span>
                {option.hint && <span className="block text-ink-2">{option.hint}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}

/** A statement to agree to, or a thing to switch on: its own label is beside the box, the error above it, what the label speaks of below. */
export function CheckboxField({
  label,
  hint,
  error,
  id,
  below,
  ...input
}: Omit<FieldTexts, 'optional'> & InputProps & { below?: ReactNode }) {
  return (
    <Field label={label} hint={hint} error={error} id={id} below={below} beside>
      {(control) => <input {...input} {...control} type="checkbox" />}
    </Field>
  );
}

/** A mainland mobile number without its country code; another country's number may be typed with `+`. */
export function PhoneField({ label, hint, error, optional, id, ...input }: FieldTexts & InputProps) {
  const words = useMessages(uiWords);
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(control) => (
        <div className="joined">
          <span className="joined-before">
            <span aria-hidden="true">+86</span>
            <span className="sr-only">{words.mainlandMobile}</span>
          </span>
          <input type="tel" inputMode="tel" autoComplete="tel-national" {...input} {...control} className="input" />
        </div>
      )}
    </Field>
  );
}
