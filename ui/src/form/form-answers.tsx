import { useFormats, useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { DescriptionList } from '../parts/facts.tsx';
import type { FormFieldTexts } from './form-fields.tsx';

/**
 * The answers of a registration form for reading, in the order they were given; what was left out is not shown.
 * @param props.answers values as `checkAnswers` of the contract gives them
 * @param props.texts the words of a field, by name; a field without words is shown by its name
 */
export function FormAnswers(props: {
  answers: Readonly<Record<string, unknown>>;
  texts: (name: string) => FormFieldTexts | undefined;
}) {
  return (
    <DescriptionList
      items={Object.entries(props.answers).map(([name, answer]) => {
        const texts = props.texts(name);
        return { term: texts?.label ?? name, detail: <Answer answer={answer} options={texts?.options} /> };
      })}
    />
  );
}

function Answer({ answer, options }: { answer: unknown; options: FormFieldTexts['options'] }) {
  const words = useMessages(uiWords);
  const formats = useFormats();
  if (answer === true) return words.confirmed;
  if (typeof answer === 'string') return dateText(answer, formats);
  if (Array.isArray(answer)) return words.list(answer.map((entry) => options?.[String(entry)] ?? String(entry)));
  if (typeof answer !== 'object' || answer === null || !('yes' in answer)) return null;
  const reason = 'reason' in answer && typeof answer.reason === 'string' ? answer.reason : '';
  return (
    <>
      {answer.yes === true ? words.yes : words.no}
      {reason !== '' && <span className="block whitespace-pre-line">{reason}</span>}
    </>
  );
}

function dateText(answer: string, formats: ReturnType<typeof useFormats>): string {
  if (/^\d{4}-\d{2}$/.test(answer)) return formats.month(answer);
  return /^\d{4}-\d{2}-\d{2}$/.test(answer) ? formats.date(answer) : answer;
}
