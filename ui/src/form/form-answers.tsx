import type { ReactNode } from 'react';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { DescriptionList } from '../parts/facts.tsx';
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
  const formats = useFormats();
  if (answer === true) return words.confirmed;
  if (typeof answer === 'string') return dateText(answer, formats);
  if (Array.isArray(answer) && answer.length > 0 && answer.every(isFileId)) {
    return (
      <ul className="grid gap-1">
        {answer.map((id, index) => (
          <li key={id}>{fileOf?.(id) ?? words.attachedFile(index + 1)}</li>
        ))}
      </ul>
    );
  }
  if (Array.isArray(answer)) return words.list(answer.map((entry) => options?.[String(entry)] ?? String(entry)));
  return typeof answer === 'object' && answer !== null && 'yes' in answer ? <YesOrNo answer={answer} /> : null;
}

function YesOrNo({ answer }: { answer: { yes: unknown; reason?: unknown } }) {
  const words = useMessages(uiWords);
  const { yes, reason } = answer;
  return (
    <>
      {yes === true ? words.yes : words.no}
      {typeof reason === 'string' && reason !== '' && <span className="block whitespace-pre-line">{reason}</span>}
    </>
  );
}

/** The only answers that are ids are those of fields of files. */
function isFileId(entry: unknown): entry is string {
  return typeof entry === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(entry);
}

function dateText(answer: string, formats: ReturnType<typeof useFormats>): string {
  if (/^\d{4}-\d{2}$/.test(answer)) return formats.month(answer);
  return /^\d{4}-\d{2}-\d{2}$/.test(answer) ? formats.date(answer) : answer;
}
