import { CallError } from '@exam/contract/client';
import { importColumns, type FullName, type ImportColumn } from '@exam/contract/rules';
import { SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog, ErrorSummary, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api } from '../../../app/api.ts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { candidateImportWords } from '../../../messages/candidate-import.ts';
import { candidatesWords } from '../../../messages/candidates.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { NameSuggestion } from '../form/name-suggestion.tsx';
import { isFaulty, type Preview, type PreviewRow } from './data.ts';

type Typed = Partial<Record<ImportColumn, string>>;

const numbers: readonly ImportColumn[] = ['idNo', 'guardianModel.idNo'];

/** What to ask for: whatever is wrong, the whole guardian where one is missing, the document of a duplicate. */
function columnsToCorrect({ errors, duplicate }: PreviewRow): ImportColumn[] {
  const isGuardianMissing = errors['guardianModel.name'] === 'GUARDIAN_REQUIRED';
  return importColumns.filter(
    (column) =>
      errors[column] !== undefined ||
      (isGuardianMissing && column.startsWith('guardianModel.')) ||
      (duplicate !== null && (column === 'idType' || column === 'idNo')),
  );
}

/** What is in a field at first: the cell as written; nothing for a right number, of which the page knows only the mask. */
function firstOf(row: PreviewRow, column: ImportColumn): string {
  return isNumberKept(row, column) ? '' : (row.cells[column] ?? '');
}

type CorrectProps = {
  previewId: string;
  row: PreviewRow;
  onChanged: (preview: Preview) => void;
  onGone: () => void;
  onClose: () => void;
};

/** The cells typed for one row and their check by the server; fields that turn out wrong are asked for too. */
function useCorrection({ previewId, row, onChanged, onGone, onClose }: CorrectProps) {
  const words = useMessages(candidateImportWords);
  const [columns, setColumns] = useState(() => columnsToCorrect(row));
  const [typed, setTyped] = useState<Typed>({});
  const [attempt, setAttempt] = useState(0);
  const check = useMutation({
    mutationFn: () =>
      api('candidate.correctImport', { params: { id: previewId }, body: { row: row.row, cells: typed } }),
    onSuccess: (preview) => {
      onChanged(preview);
      const checked = preview.rows.find((each) => each.row === row.row);
      if (checked === undefined || !isFaulty(checked)) {
        void showToast(words.corrected, 'success');
        return onClose();
      }
      const asked = columnsToCorrect(checked);
      setColumns(importColumns.filter((column) => columns.includes(column) || asked.includes(column)));
      setAttempt((before) => before + 1);
    },
    onError: (error) => {
      if (error instanceof CallError && error.problem.status === 404) onGone();
    },
  });
  const type = (column: ImportColumn, text: string) => setTyped((before) => changed(before, column, text));
  const take = (name: FullName & { nameZh?: string }) => {
    type('lastName', name.lastName);
    type('firstName', name.firstName);
    if (name.nameZh !== undefined) type('nameZh', name.nameZh);
  };
  return { columns, typed, type, take, attempt, check: () => check.mutate(), isChecking: check.isPending };
}

/** Puts one row right; it stays open while the server still finds something wrong. */
export function CorrectRow(props: CorrectProps) {
  const { row } = props;
  const words = useMessages(candidateImportWords);
  const labels = useMessages(candidatesWords).form;
  const rules = useMessages(ruleWords);
  const { columns, typed, type, take, attempt, check, isChecking } = useCorrection(props);
  const sentence = (column: ImportColumn) => {
    const code = row.errors[column];
    return code === undefined ? undefined : fieldSentence(rules, code);
  };
  const errors = columns.flatMap((column) => {
    const text = sentence(column);
    const field = `row-${column}`;
    return text === undefined ? [] : [{ field, text: labels.problemAt(labels.labelOf(column), text) }];
  });
  const valueOf = (column: ImportColumn) => typed[column] ?? firstOf(row, column);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChecking) check();
  };
  return (
    <Dialog open title={words.correctRow(row.row)} onClose={props.onClose}>
      <form noValidate onSubmit={onSubmit}>
        <ErrorSummary errors={errors} attempt={attempt} />
        {columns.map((column) => (
          <CellField
            key={column}
            column={column}
            label={labels.labelOf(column)}
            hint={isNumberKept(row, column) ? words.keptNumber : undefined}
            error={sentence(column)}
            value={valueOf(column)}
            onType={(text) => type(column, text)}
          />
        ))}
        {(['lastName', 'firstName'] as const).some((column) => columns.includes(column)) && (
          <NameSuggestion
            name={{
              lastName: valueOf('lastName'),
              firstName: valueOf('firstName'),
              noGivenName: false,
              nameZh: valueOf('nameZh'),
            }}
            take={take}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={props.onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" busy={isChecking}>
            {words.saveRow}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether the file holds a right number that the page does not know. */
function isNumberKept(row: PreviewRow, column: ImportColumn): boolean {
  return numbers.includes(column) && row.errors[column] === undefined && row.cells[column] !== '';
}

/** A number emptied again is one that stays as it is in the file. */
function changed(before: Typed, column: ImportColumn, text: string): Typed {
  const { [column]: _dropped, ...rest } = before;
  return numbers.includes(column) && text === '' ? rest : { ...rest, [column]: text };
}

function CellField(props: {
  column: ImportColumn;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: string;
  onType: (text: string) => void;
}) {
  const { column, onType, ...rest } = props;
  const choices = useChoices(column);
  const shared = { ...rest, id: `row-${column}`, name: column };
  if (choices === null) {
    return (
      <TextField {...shared} maxLength={254} autoComplete="off" onChange={(event) => onType(event.target.value)} />
    );
  }
  const value = choices.some((choice) => choice.value === rest.value) ? rest.value : '';
  return <SelectField {...shared} options={choices} value={value} onChange={(event) => onType(event.target.value)} />;
}

function useChoices(column: ImportColumn): { value: string; label: string }[] | null {
  const words = useMessages(candidatesWords);
  const table = /idtype/i.test(column)
    ? words.idTypes
    : column === 'gender'
      ? words.genders
      : column === 'guardianModel.type'
        ? words.relations
        : null;
  return table === null ? null : Object.entries(table).map(([value, label]) => ({ value, label }));
}
