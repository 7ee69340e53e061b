import '../app/translated.ts';
import { useId, type ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';

/** What every field says of itself, always in this order: label, hint, error, control. */
export type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** Adds the word "optional" to the label; fields are required unless they say so. */
  optional?: boolean;
};

/** What the control must carry so that label, hint and error belong to it. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/**
 * Label, hint, error and control in one order.
 * @param props.group the control is several inputs: a fieldset with a legend
 * @param props.beside the label is beside the control (a check box), hint and error above both
 * @param props.children gets what the control must carry
 */
export function Field(
  props: FieldTexts & {
    id?: string;
    group?: boolean;
    beside?: boolean;
    /** What the label speaks of, below it; only beside a check box. */
    below?: ReactNode;
    children: (control: ControlProps) => ReactNode;
  },
) {
  const made = useId();
  const id = props.id ?? made;
  const control = controlOf(id, props);
  const hasError = control['aria-invalid'] === true;
  const texts = <FieldText id={id} hint={props.hint} error={hasError ? props.error : undefined} />;
  if (props.group) {
    return (
      <fieldset className="field" aria-describedby={control['aria-describedby']} data-invalid={hasError || undefined}>
        <legend className="field-label">
          <LabelText {...props} />
        </legend>
        {texts}
        <div className="field-control">{props.children(control)}</div>
      </fieldset>
    );
  }
  if (props.beside) {
    return (
      <div className="field" data-invalid={hasError || undefined}>
        {texts}
        <label className="check" htmlFor={id}>
          {props.children(control)}
          <span>{props.label}</span>
        </label>
        {props.below !== undefined && (
          <div id={`${id}-below`} className="ps-9 text-ink-2">
            {props.below}
          </div>
        )}
      </div>
    );
  }
  return (
    <div className="field" data-invalid={hasError || undefined}>
      <label className="field-label" htmlFor={id}>
        <LabelText {...props} />
      </label>
      {texts}
      <div className="field-control">{props.children(control)}</div>
    </div>
  );
}

function controlOf(id: string, { hint, error, below }: FieldTexts & { below?: ReactNode }): ControlProps {
  const hasError = error !== undefined && error !== '';
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(hasError ? [`${id}-error`] : []),
    ...(below === undefined ? [] : [`${id}-below`]),
  ];
  return { id, 'aria-describedby': described.join(' ') || undefined, 'aria-invalid': hasError || undefined };
}

function LabelText({ label, optional }: FieldTexts) {
  const words = useMessages(uiWords);
  return (
    <>
      {label}
      {optional && <span className="font-normal text-ink-2"> ({words.optional})</span>}
    </>
  );
}

function FieldText({ id, hint, error }: { id: string; hint?: ReactNode; error?: string }) {
  const words = useMessages(uiWords);
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          <span className="sr-only">{words.errorPrefix} </span>
          {error}
        </p>
      )}
    </>
  );
}
