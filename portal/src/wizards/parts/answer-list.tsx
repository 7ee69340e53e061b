import type { FormFieldWords } from '@exam/contract/forms';
import { FormAnswers } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { ruleWords } from '../../messages/rules.ts';
import { labelled } from './registration-form.tsx';

/** What was answered in a registration form, with the words it was asked in. */
export function AnswerList({ answers }: { answers: Readonly<Record<string, unknown>> }) {
  const rules = useMessages(ruleWords);
  const all = new Map<string, FormFieldWords>(Object.entries(rules.fields.formFields));
  const textsOf = (name: string) => {
    const words = all.get(name);
    return words === undefined ? undefined : labelled(words, answers);
  };
  return <FormAnswers answers={answers} texts={textsOf} />;
}
