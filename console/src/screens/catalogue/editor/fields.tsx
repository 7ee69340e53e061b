import { fenOf, yuanOf } from '@exam/contract/rules';
import { TextAreaField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useEffect, useState } from 'react';
import { catalogueWords } from '../../../messages/catalogue.ts';

/** What an editor tells its fields: what is wrong where, what stays, and that a number cannot be read. */
export type Marks = {
  /** The sentence for a field's path, or undefined. */
  errorOf: (path: string) => string | undefined;
  /** What was published keeps these fields. */
  isFixed: (field: string) => boolean;
  /** A typed number that is none keeps the draft from being saved. */
  setBroken: (path: string, isBroken: boolean) => void;
  isReadOnly: boolean;
};

type Common = { path: string; label: string; hint?: string; optional?: boolean; marks: Marks };

/** One line of text. */
export function Words(
  props: Common & { value: string; max?: number; language?: 'en-GB' | 'zh-CN'; onChange: (value: string) => void },
) {
  const words = useMessages(catalogueWords).fields;
  const { marks, path } = props;
  const isFixed = marks.isFixed(path);
  return (
    <TextField
      label={props.label}
      hint={isFixed ? words.fixed : props.hint}
      optional={props.optional}
      lang={props.language}
      maxLength={props.max ?? 200}
      readOnly={isFixed || marks.isReadOnly}
      value={props.value}
      error={marks.errorOf(path)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

type Pair = { [name: string]: string | null };

/** A text in both languages side by side; one below the other on a phone. */
export function BothLanguages<N extends string>(props: {
  name: N;
  labels: { En: string; Zh: string };
  values: { En: string | null; Zh: string | null };
  marks: Marks;
  max: number;
  isLong?: boolean;
  isOptional?: boolean;
  set: (change: Pair) => void;
}) {
  const { name, marks, isLong = false } = props;
  const Input = isLong ? TextAreaField : TextField;
  return (
    <div className="catalogue-pair">
      {(['En', 'Zh'] as const).map((language) => (
        <Input
          key={language}
          label={props.labels[language]}
          optional={props.isOptional}
          lang={language === 'En' ? 'en-GB' : 'zh-CN'}
          maxLength={props.max}
          readOnly={marks.isReadOnly}
          value={props.values[language] ?? ''}
          error={marks.errorOf(`${name}${language}`)}
          onChange={(event: { target: { value: string } }) =>
            props.set({
              [`${name}${language}`]: props.isOptional && event.target.value === '' ? null : event.target.value,
            })
          }
        />
      ))}
    </div>
  );
}

type Numeric = Common & { value: number | null; onChange: (value: number | null) => void };

/** A whole number; nothing where the field is optional. */
export function WholeNumber(props: Numeric) {
  const words = useMessages(catalogueWords).fields;
  const read = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined);
  return <Typed {...props} read={read} write={String} wrong={words.wholeNumber} mode="numeric" />;
}

/** Yuan with two decimals; fen inside. Also per cent with two decimals, hundredths inside. */
export function Amount(props: Numeric) {
  const words = useMessages(catalogueWords).fields;
  const read = (text: string) => fenOf(text) ?? undefined;
  const hint = props.hint ?? words.yuan;
  return <Typed {...props} hint={hint} read={read} write={yuanOf} wrong={words.amountWrong} mode="decimal" />;
}

type TypedProps = Numeric & {
  read: (text: string) => number | undefined;
  write: (value: number) => string;
  wrong: string;
  mode: 'numeric' | 'decimal';
};

/** Keeps what is typed as it is typed; the value follows while it can be read. */
function Typed({ marks, path, value, read, write, onChange, ...props }: TypedProps) {
  const [text, setText] = useState(value === null ? '' : write(value));
  const valueOf = (typed: string) => (typed.trim() === '' && props.optional ? null : read(typed.trim()));
  const isWrong = valueOf(text) === undefined;
  const { setBroken } = marks;
  useEffect(() => () => setBroken(path, false), [path, setBroken]);
  const change = (typed: string) => {
    setText(typed);
    const fresh = valueOf(typed);
    setBroken(path, fresh === undefined);
    if (fresh !== undefined) onChange(fresh);
  };
  return (
    <TextField
      label={props.label}
      hint={props.hint}
      optional={props.optional}
      inputMode={props.mode}
      maxLength={12}
      readOnly={marks.isReadOnly}
      value={text}
      error={isWrong ? props.wrong : marks.errorOf(path)}
      onChange={(event) => change(event.target.value)}
    />
  );
}
