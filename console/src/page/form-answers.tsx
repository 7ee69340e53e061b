import { wordsWithEmail, type FormFieldWords } from '@exam/contract/forms';
import { fieldWords } from '@exam/contract/messages';
import { FormAnswers } from '@exam/ui/form';
import { useLanguage } from '@exam/ui/i18n';
import { Button, Typed } from '@exam/ui/parts';

type File = { id: string; fileName: string };

/**
 * The answers of a registration form for reading, in the words in which they were asked, whatever version of the form that was.
 * @param props.json as they are kept; whatever it is, it is shown
 * @param props.files those that the answers hold; each can be saved
 */
export function AnswersOfForm(props: { json: string; files: readonly File[]; onSave: (file: File) => void }) {
  const { language } = useLanguage();
  const answers = answersOf(props.json);
  const all = new Map<string, FormFieldWords>(Object.entries(fieldWords[language].formFields));
  const textsOf = (name: string) => {
    const words = all.get(name);
    return words === undefined ? undefined : wordsWithEmail(words, answers);
  };
  const fileOf = (id: string) => {
    const file = props.files.find((each) => each.id === id);
    return file === undefined ? null : (
      <Button variant="secondary" small className="wrap-anywhere" onClick={() => props.onSave(file)}>
        <Typed>{file.fileName}</Typed>
      </Button>
    );
  };
  return <FormAnswers answers={answers} texts={textsOf} fileOf={fileOf} />;
}

function answersOf(json: string): Record<string, unknown> {
  try {
    const answers: unknown = JSON.parse(json);
    return typeof answers === 'object' && answers !== null ? { ...answers } : {};
  } catch {
    return {};
  }
}
