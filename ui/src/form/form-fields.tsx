import {
  askedFields,
  splitList,
  type Field as FieldDeclaration,
  type FieldKind,
  type Fields,
} from '@exam/contract/forms';
import { createElement, type Attributes, type ComponentType } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Button } from '../parts/button.tsx';
import { DateBoxes, MonthBoxes } from './date-boxes.tsx';
import { Field, type FieldTexts } from './field.tsx';
import { CheckboxField, RadioTiles, SelectField, TextAreaField, TextField, type Option } from './inputs.tsx';

/** The words of one field, in the language of the page. */
export type FormFieldTexts = {
  label: string;
  hint?: string;
  /** What the explanation of a "yes" is called. */
  reasonLabel?: string;
  /** Names of the options of a choice. */
  options?: Readonly<Record<string, string>>;
};

/** What sends the files of a field; the answer is the ids of those that were sent. */
export type FileWidgetProps = FieldTexts & {
  id: string;
  ids: readonly string[];
  max: number;
  onChange: (ids: readonly string[]) => void;
  /** Told whether files are on their way. */
  onBusy: (isBusy: boolean) => void;
};

type WidgetProps = {
  id: string;
  name: string;
  field: FieldDeclaration;
  texts: FormFieldTexts;
  /** Sentences by path below the field: '' for the field itself, '3' for the fourth row, 'reason'. */
  errors: ReadonlyMap<string, string>;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  onBusy: (isBusy: boolean) => void;
  fileWidget?: ComponentType<FileWidgetProps>;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/** Most answers or rows: a declaration without `max` takes one. */
const maxOf = (field: FieldDeclaration): number => ('max' in field ? field.max : 1);

function common({ id, name, field, texts, errors }: WidgetProps) {
  const error = errors.get('') ?? [...errors.values()][0];
  return { id, name, label: texts.label, hint: texts.hint, error, optional: field.optional };
}

function Line(props: WidgetProps & { type: 'text' | 'email' }) {
  return (
    <TextField
      {...common(props)}
      type={props.type}
      inputMode={props.type}
      autoComplete={props.type === 'email' ? 'email' : 'off'}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
    />
  );
}

const Text = (props: WidgetProps) => <Line {...props} type="text" />;
const Email = (props: WidgetProps) => <Line {...props} type="email" />;
const Month = (props: WidgetProps) => (
  <MonthBoxes {...common(props)} value={textOf(props.value)} onChange={props.onChange} onBlur={props.onBlur} />
);
const Day = (props: WidgetProps) => (
  <DateBoxes {...common(props)} value={textOf(props.value)} onChange={props.onChange} onBlur={props.onBlur} />
);

/** One code, in capitals as it is kept. */
function Code(props: WidgetProps) {
  return (
    <TextField
      {...common(props)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
    />
  );
}

function Files(props: WidgetProps) {
  const Widget = props.fileWidget;
  if (Widget === undefined) return null;
  const { onChange, onBusy } = props;
  return (
    <Widget {...common(props)} ids={listOf(props.value)} max={maxOf(props.field)} onChange={onChange} onBusy={onBusy} />
  );
}

/** Rows of text, always one to type in; several entries pasted into a row become rows of their own. */
function List(props: WidgetProps) {
  const words = useMessages(uiWords);
  const given = listOf(props.value);
  const rows = given.length === 0 ? [''] : given;
  const put = (at: number, text: string) => {
    const entries = splitList(text);
    props.onChange(rows.flatMap((row, index) => (index === at ? spread(text, entries) : [row])));
  };
  return (
    <Field {...common(props)} group>
      {(control) => (
        <div className="grid gap-2">
          {rows.map((row, index) => (
            <div key={index} className="beside">
              <input
                id={index === 0 ? control.id : undefined}
                name={`${props.name}.${index}`}
                className="input"
                autoComplete="off"
                aria-label={words.rowNumber({ label: props.texts.label, row: index + 1 })}
                aria-invalid={props.errors.has('') || props.errors.has(String(index)) || undefined}
                value={row}
                onChange={(event) => put(index, event.target.value)}
                onBlur={props.onBlur}
              />
              {rows.length > 1 && (
                <Button
                  variant="secondary"
                  aria-label={words.remove(words.rowNumber({ label: props.texts.label, row: index + 1 }))}
                  onClick={() => props.onChange(rows.filter((_, other) => other !== index))}
                >
                  {words.removeShort}
                </Button>
              )}
            </div>
          ))}
          {rows.length < maxOf(props.field) && (
            <Button variant="secondary" className="justify-self-start" onClick={() => props.onChange([...rows, ''])}>
              {words.addRow}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}

const spread = (text: string, entries: string[]): string[] => (entries.length > 1 ? entries : [text]);

function optionsOf({ field, texts }: WidgetProps): Option[] {
  if (field.kind !== 'choice') return [];
  return field.options.map((value) => ({ value, label: texts.options?.[value] ?? value }));
}

/** The answer is always a list; where one is allowed it is asked for with tiles, or a select when there are many. */
function Choice(props: WidgetProps) {
  if (maxOf(props.field) > 1) return <ManyOf {...props} />;
  const options = optionsOf(props);
  const shared = {
    ...common(props),
    options,
    value: listOf(props.value)[0] ?? '',
    onChange: (event: { target: { value: string } }) =>
      props.onChange(event.target.value === '' ? [] : [event.target.value]),
    onBlur: props.onBlur,
  };
  return options.length > 6 ? <SelectField {...shared} /> : <RadioTiles {...shared} />;
}

function ManyOf(props: WidgetProps) {
  const chosen = listOf(props.value);
  return (
    <Field {...common(props)} group>
      {(control) => (
        <div className="tiles">
          {optionsOf(props).map((option, index) => (
            <label key={option.value} className="tile">
              <input
                type="checkbox"
                id={index === 0 ? control.id : undefined}
                checked={chosen.includes(option.value)}
                disabled={option.disabled}
                onChange={(event) =>
                  props.onChange(
                    event.target.checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value),
                  )
                }
                onBlur={props.onBlur}
              />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}

function Confirm(props: WidgetProps) {
  return (
    <CheckboxField
      {...{ ...common(props), optional: undefined }}
      checked={props.value === true}
      onChange={(event) => props.onChange(event.target.checked)}
      onBlur={props.onBlur}
    />
  );
}

function yesNoOf(value: unknown): { yes: boolean | null; reason: string } {
  const given = typeof value === 'object' && value !== null ? value : {};
  return {
    yes: 'yes' in given && typeof given.yes === 'boolean' ? given.yes : null,
    reason: 'reason' in given ? textOf(given.reason) : '',
  };
}

function YesNo(props: WidgetProps) {
  const words = useMessages(uiWords);
  const { yes, reason } = yesNoOf(props.value);
  const answer = (given: boolean) => props.onChange(given ? { yes: true, reason } : { yes: false });
  return (
    <>
      <RadioTiles
        {...common(props)}
        error={props.errors.get('')}
        inline
        options={[
          { value: 'yes', label: words.yes },
          { value: 'no', label: words.no },
        ]}
        value={yes === null ? '' : yesOrNo(yes)}
        onChange={(event) => answer(event.target.value === 'yes')}
        onBlur={props.onBlur}
      />
      {yes === true && (
        <TextAreaField
          id={`${props.id}.reason`}
          name={`${props.name}.reason`}
          label={props.texts.reasonLabel ?? props.texts.label}
          error={props.errors.get('reason')}
          value={reason}
          onChange={(event) => props.onChange({ yes: true, reason: event.target.value })}
          onBlur={props.onBlur}
        />
      )}
    </>
  );
}

const yesOrNo = (yes: boolean): 'yes' | 'no' => (yes ? 'yes' : 'no');

const widgets = {
  text: Text,
  email: Email,
  month: Month,
  date: Day,
  code: Code,
  file: Files,
  list: List,
  choice: Choice,
  confirm: Confirm,
  yesNoWithReason: YesNo,
} satisfies Record<FieldKind, ComponentType<WidgetProps>>;

/** The sentences of one field out of those of the form, by the path below the field. */
function errorsBelow(errors: Readonly<Record<string, string | undefined>>, name: string): ReadonlyMap<string, string> {
  const below = new Map<string, string>();
  for (const [path, text] of Object.entries(errors)) {
    if (text === undefined) continue;
    if (path === name) below.set('', text);
    else if (path.startsWith(`${name}.`)) below.set(path.slice(name.length + 1), text);
  }
  return below;
}

/**
 * Renders a registration form from its declaration: one widget per kind of field, in the order declared.
 * Values are those of `checkAnswers` in the contract: text, `yyyy-mm`, `yyyy-mm-dd`, lists of strings for list, choice and
 * file (ids), `true`, `{ yes, reason? }`.
 * @param props.texts the words of a field, by name
 * @param props.errors sentences by path as `checkAnswers` gives them (`accaNumbers.3`)
 * A field whose condition is not met by the values is left out.
 * @param props.fileWidget draws the fields of files and sends them; without it they are left out
 * @param props.onBusy told by name whether files of a field are on their way
 */
export function FormFields(props: {
  fields: Fields;
  texts: (name: string) => FormFieldTexts;
  values: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (name: string, value: unknown) => void;
  onBlur?: (name: string) => void;
  onBusy?: (name: string, isBusy: boolean) => void;
  fileWidget?: ComponentType<FileWidgetProps>;
}) {
  return Object.entries(askedFields(props.fields, props.values)).map(([name, field]) => {
    return createElement<WidgetProps & Attributes>(widgets[field.kind], {
      key: name,
      id: name,
      name,
      field,
      texts: props.texts(name),
      errors: errorsBelow(props.errors, name),
      value: props.values[name],
      onChange: (value) => props.onChange(name, value),
      onBlur: () => props.onBlur?.(name),
      onBusy: (isBusy) => props.onBusy?.(name, isBusy),
      fileWidget: props.fileWidget,
    });
  });
}
