import { checkForm, forms, wordsWithEmail, type FormCode, type FormFieldWords } from '@exam/contract/forms';
import { fieldMessage, fieldWords, type Language } from '@exam/contract/messages';
import { uploadProblem } from '@exam/contract/rules';
import {
  FileField,
  FormAnswers,
  FormFields,
  type ChosenFile,
  type FileWidgetProps,
  useLeftFields,
} from '@exam/ui/form';
import { LanguagePart, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Notice, Skeleton, Tabs } from '@exam/ui/parts';
import { Suspense, useState } from 'react';
import { formsWords } from '../../messages/forms.ts';

type Answers = Readonly<Record<string, unknown>>;
type FileProblem = { name: string; code: string };

/** A form as candidates see it, in either language: checked by its own rules, and kept nowhere. */
export function TryForm({ form }: { form: FormCode }) {
  const words = useMessages(formsWords);
  const page = useLanguage().language;
  const [language, setLanguage] = useState<Language>(page);
  const [answers, setAnswers] = useState<Answers>({});
  const { left, leave, forget } = useLeftFields();
  const [isChecked, setChecked] = useState(false);
  const checked = checkForm(form, answers, null);
  const found = checked.ok ? {} : checked.fields;
  const shown = Object.entries(found).filter(([path]) => isChecked || left.has(path.split('.', 1)[0] ?? ''));
  const begin = () => {
    setAnswers({});
    forget();
    setChecked(false);
  };
  return (
    <>
      <p className="mb-4 text-ink-2">{words.tryText}</p>
      <Tabs
        label={words.language}
        tabs={(['zh', 'en'] as const).map((id) => ({ id, label: words.languages[id] }))}
        selected={language}
        onSelect={setLanguage}
      >
        <LanguagePart language={language}>
          <Suspense fallback={<Skeleton count={4} />}>
            <div className="max-w-form">
              <FormFields
                fields={forms[form].fields}
                texts={(name) => textsOf(language, name, answers)}
                values={answers}
                errors={Object.fromEntries(shown.map(([path, code]) => [path, fieldMessage(language, code)]))}
                fileWidget={UnsentFiles}
                onChange={(name, value) => setAnswers((before) => ({ ...before, [name]: value }))}
                onBlur={leave}
              />
            </div>
          </Suspense>
        </LanguagePart>
        <div className="mb-4 flex flex-wrap gap-2">
          <Button onClick={() => setChecked(true)}>{words.check}</Button>
          <Button variant="secondary" onClick={begin}>
            {words.empty}
          </Button>
        </div>
        {isChecked && <Outcome language={language} answers={checked.ok ? checked.answers : null} wrong={found} />}
      </Tabs>
    </>
  );
}

/** What became of the check: how much is wrong, or how the answers are read afterwards. */
function Outcome(props: { language: Language; answers: Answers | null; wrong: object }) {
  const words = useMessages(formsWords);
  const { language, answers } = props;
  if (answers === null) {
    return (
      <Notice tone="error" live>
        {words.wrong(Object.keys(props.wrong).length)}
      </Notice>
    );
  }
  return (
    <Notice tone="success" live>
      <p className="mb-2">{words.right}</p>
      <LanguagePart language={language}>
        <FormAnswers answers={answers} texts={(name) => textsOf(language, name, answers)} />
      </LanguagePart>
    </Notice>
  );
}

function textsOf(language: Language, name: string, answers: Answers): FormFieldWords {
  const words = new Map<string, FormFieldWords>(Object.entries(fieldWords[language].formFields)).get(name);
  return words === undefined ? { label: name } : wordsWithEmail(words, answers);
}

/** Files are chosen and looked at by name and size, and stay on this machine. */
function UnsentFiles({ ids, onChange, id, label, hint, error, optional, max }: FileWidgetProps) {
  const { language } = useLanguage();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  const add = (chosen: readonly File[]) => {
    const looked = chosen.slice(0, max - ids.length).map((file) => ({ file, code: uploadProblem(file) }));
    const right = looked.flatMap(({ file, code }) =>
      code === null ? { id: crypto.randomUUID(), fileName: file.name } : [],
    );
    setProblems(looked.flatMap(({ file, code }) => (code === null ? [] : { name: file.name, code })));
    setFiles((all) => [...all, ...right]);
    onChange([...ids, ...right.map((file) => file.id)]);
  };
  return (
    <FileField
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      max={max}
      files={files.filter((file) => ids.includes(file.id))}
      failed={problems.map(({ name, code }) => ({
        id: name,
        fileName: name,
        text: fieldMessage(language, code),
        canRetry: false,
      }))}
      onAdd={add}
      onRemove={(removed) => onChange(ids.filter((each) => each !== removed))}
      onDismiss={(name) => setProblems((all) => all.filter((each) => each.name !== name))}
    />
  );
}
