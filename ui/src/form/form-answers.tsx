import { Fragment, type ReactNode } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { DescriptionList } from '../parts/facts.tsx';
import { Typed } from '../parts/typed.tsx';
import type { FormFieldTexts } from './form-fields.tsx';

/**
 * The answers of a registration form for reading, in the order they were given; what was left out is not shown.
 * @param props.answers values as `checkAnswers` of the contract gives them
 * @param props.texts the words of a field, by name; a field without words is shown by its name
 * @param props.fileOf what stands for an uploaded file, by its id: a field of files is a list of them
 */
export function FormAnswers(props: {
  answers: Readonly<Record<string, unknown>>;
  texts: (name: string) => FormFieldTexts | undefined;
  fileOf?: (id: string) => ReactNode;
}) {
  return (
    <DescriptionList
      items={Object.entries(props.answers).map(([name, answer]) => {
        const texts = props.texts(name);
        return {
          term: texts?.label ?? name,
          detail: <Answer answer={answer} options={texts?.options} fileOf={props.fileOf} />,
        };
      })}
    />
  );
}

type AnswerProps = {
  answer: unknown;
  options: FormFieldTexts['options'];
  fileOf: ((id: string) => ReactNode) | undefined;
};

function Answer({ answer, options, fileOf }: AnswerProps) {
  const words = useMessages(uiWords);
  if (answer === true) return words.confirmed;
  if (answer === false) return words.no;
  if (typeof answer === 'string') return <Text answer={answer} options={options} />;
  if (Array.isArray(answer) && answer.length > 0 && answer.every(isFileId)) {
    return (
      <ul className="grid gap-1">
        {answer.map((id, index) => (
          <li key={id}>{fileOf?.(id) ?? words.attachedFile(index + 1)}</li>
        ))}
      </ul>
    );
  }
  if (Array.isArray(answer))
    return answer.map((entry, at) => (
      <Fragment key={`${at}-${String(entry)}`}>
        {at > 0 && words.list(['', ''])}
        <Text answer={String(entry)} options={options} />
      </Fragment>
    ));
  return typeof answer === 'object' && answer !== null && 'yes' in answer ? <YesOrNo answer={answer} /> : null;
}

function YesOrNo({ answer }: { answer: { yes: unknown; reason?: unknown } }) {
  const words = useMessages(uiWords);
  const { yes, reason } = answer;
  return (
    <>
      {yes === true ? words.yes : words.no}
      {typeof reason === 'string' && reason !== '' && <Typed className="block">{reason}</Typed>}
    </>
  );
}

/** The only answers that are ids are those of fields of files. */
function isFileId(entry: unknown): entry is string {
  return typeof entry === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(entry);
}

/** An option in its words, a date as everywhere, and anything else as somebody typed it. */
function Text({ answer, options }: { answer: string; options: FormFieldTexts['options'] }) {
  const formats = useFormats();
  const option = options?.[answer];
  if (option !== undefined) return option;
  if (/^\d{4}-\d{2}$/.test(answer)) return formats.month(answer);
  return /^\d{4}-\d{2}-\d{2}$/.test(answer) ? formats.date(answer) : <Typed>{answer}</Typed>;
}
