import { importColumns, type ImportColumn } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button, Table, Tag, type Column } from '@exam/ui/parts';
import { fieldSentence } from '../../../app/field-sentence.ts';
import { candidateImportWords } from '../../../messages/candidate-import.ts';
import { candidatesWords } from '../../../messages/candidates.ts';
import { ruleWords } from '../../../messages/rules.ts';
import { isFaulty, type PreviewRow } from './data.ts';

const guardianColumns = importColumns.filter((column) => column.startsWith('guardianModel.'));

/** The words for a choice in a cell; what is not a choice of ours stays as it was written. */
function useCellText(): (column: ImportColumn, text: string) => string {
  const words = useMessages(candidatesWords);
  const choices = new Map<string, string>(
    Object.entries({ ...words.idTypes, ...words.genders, ...words.relations }).map(([value, label]) => [value, label]),
  );
  const isChoice = (column: ImportColumn) => /(?:idType|gender|type)$/.test(column);
  return (column, text) => (isChoice(column) ? (choices.get(text) ?? text) : text);
}

/** Rows of the preview: a table, or cards on a phone; what is wrong is marked in its place, and explained at the end of the row. */
export function ImportRows({ rows, onCorrect }: { rows: readonly PreviewRow[]; onCorrect: (row: PreviewRow) => void }) {
  const words = useMessages(candidateImportWords);
  const columns: Column<PreviewRow>[] = [
    { key: 'row', header: words.rowNumber, cell: ({ row }) => <span className="tabular-nums">{row}</span> },
    { key: 'name', header: words.name, cell: (row) => <Values row={row} columns={['lastName', 'firstName']} /> },
    { key: 'document', header: words.document, cell: (row) => <Values row={row} columns={['idType', 'idNo']} /> },
    { key: 'born', header: words.born, cell: (row) => <Values row={row} columns={['dob', 'gender']} isInNumber /> },
    { key: 'contact', header: words.contact, cell: (row) => <Values row={row} columns={['mobile', 'email']} /> },
    { key: 'guardian', header: words.guardian, cell: (row) => <Values row={row} columns={guardianColumns} /> },
    { key: 'state', header: words.state, cell: (row) => <State row={row} onCorrect={onCorrect} /> },
  ];
  return <Table caption={words.caption} columns={columns} rows={rows} rowKey={({ row }) => String(row)} />;
}

/** Whether a cell holds a number or a date that is read in one piece; what is longer than any of them may break. */
function isFigure(column: ImportColumn, text: string): boolean {
  return /(?:idNo|mobile|dob)$/.test(column) && text.length <= 20;
}

function Values(props: { row: PreviewRow; columns: readonly ImportColumn[]; isInNumber?: boolean }) {
  const words = useMessages(candidateImportWords);
  const textOf = useCellText();
  const { cells, errors } = props.row;
  const shown = props.columns.filter((column) => cells[column] !== '');
  const nothing = props.isInNumber && cells.idType === 'IDCard' ? words.fromNumber : words.nothing;
  if (shown.length === 0) return <span className="text-ink-2">{nothing}</span>;
  return (
    <div className="grid gap-1 max-md:text-end md:min-w-18">
      {shown.map((column) => (
        <span
          key={column}
          className={[
            isFigure(column, cells[column] ?? '') ? 'whitespace-nowrap tabular-nums' : 'wrap-anywhere',
            errors[column] === undefined ? '' : 'font-bold text-seal',
          ].join(' ')}
        >
          {textOf(column, cells[column] ?? '')}
        </span>
      ))}
    </div>
  );
}

/** What is wrong with a row, each with the name of its field. */
function Mistakes({ errors }: Pick<PreviewRow, 'errors'>) {
  const labels = useMessages(candidatesWords).form;
  const rules = useMessages(ruleWords);
  const wrong = importColumns.flatMap((column) =>
    errors[column] === undefined ? [] : [[column, errors[column]] as const],
  );
  return (
    <ul className="grid gap-1 font-bold text-seal max-md:text-end md:min-w-44">
      {wrong.map(([column, code]) => (
        <li key={column}>{labels.problemAt(labels.labelOf(column), fieldSentence(rules, code))}</li>
      ))}
    </ul>
  );
}

function State({ row, onCorrect }: { row: PreviewRow; onCorrect: (row: PreviewRow) => void }) {
  const words = useMessages(candidateImportWords);
  if (!isFaulty(row) && row.duplicate === null) return <Tag tone="plain">{words.right}</Tag>;
  return (
    <div className="grid gap-1 justify-items-end md:justify-items-start">
      {row.duplicate === null ? (
        <>
          <Tag tone="amber">{words.faulty(Object.keys(row.errors).length)}</Tag>
          <Mistakes errors={row.errors} />
        </>
      ) : (
        <>
          <Tag tone="amber">{words.duplicates[row.duplicate]}</Tag>
          <span className="text-ink-2">{words.duplicateNote}</span>
        </>
      )}
      <Button
        variant="quiet"
        small
        className="-mx-3"
        aria-label={words.correctRow(row.row)}
        onClick={() => onCorrect(row)}
      >
        {words.correct}
      </Button>
    </div>
  );
}
