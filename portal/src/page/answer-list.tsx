import type { FormFieldWords } from '@exam/contract/forms';
import { wordsWithEmail } from '@exam/contract/forms';
import { FormAnswers } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { useOwnFiles } from '../app/files/own-files.ts';
import { saveFile } from '../app/files/save-file.ts';
import { ruleWords } from '../messages/rules.ts';
import { uploadWords } from '../messages/upload.ts';

type Answers = Readonly<Record<string, unknown>>;
type File = { id: string; fileName: string };

/**
 * What was answered in a registration form, with the words it was asked in, whatever version of the form that was.
 * @param props.files those that the answers hold; without it the server is asked for their names
 */
export function AnswerList({ answers, files }: { answers: Answers; files?: readonly File[] }) {
  const rules = useMessages(ruleWords);
  const { files: own } = useOwnFiles(files === undefined ? fileIdsIn(answers) : []);
  const all = new Map<string, FormFieldWords>(Object.entries(rules.fields.formFields));
  const textsOf = (name: string) => {
    const words = all.get(name);
    return words === undefined ? undefined : wordsWithEmail(words, answers);
  };
  const fileOf = (id: string) => {
    const file = (files ?? own).find((each) => each.id === id);
    return file === undefined ? undefined : <SaveFile file={file} />;
  };
  return <FormAnswers answers={answers} texts={textsOf} fileOf={fileOf} />;
}

function SaveFile({ file: { id, fileName } }: { file: File }) {
  const words = useMessages(uploadWords);
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    void saveFile({ name: 'formAttachment.get', params: { id } }, fileName).finally(() => setBusy(false));
  };
  return (
    <Button
      variant="quiet"
      small
      className="wrap-anywhere"
      busy={isBusy}
      aria-label={words.save(fileName)}
      onClick={press}
    >
      {fileName}
    </Button>
  );
}

/** Ids are in answers only as the answers of fields of files. */
function fileIdsIn(answers: Answers): string[] {
  return Object.values(answers)
    .flat()
    .filter(
      (each): each is string => typeof each === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(each),
    );
}
