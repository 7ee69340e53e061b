import type { ReactNode } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  end?: boolean;
  /** A column to be written in by hand: on paper alone. */
  isForPaper?: boolean;
};

function classOf({ end = false, isForPaper = false }: { end?: boolean; isForPaper?: boolean }): string | undefined {
  if (isForPaper) return 'hidden min-w-32 print:table-cell';
  return end ? 'cell-end' : undefined;
}

// `display: block` on a phone takes the table's meaning away in some browsers; the roles written out give it back.
const role = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/**
 * A table that becomes a list of cards on a phone; a sentence where there is no row.
 * @param props.caption what the table lists, for those who do not see it
 */
export function Table<Row>(props: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  const words = useMessages(uiWords);
  if (props.rows.length === 0) return <p className="text-ink-2">{words.noRows}</p>;
  return (
    <table className="table" {...role.table}>
      <caption className="sr-only">{props.caption}</caption>
      <thead {...role.group}>
        <tr {...role.row}>
          {props.columns.map((column) => (
            <th key={column.key} scope="col" {...role.header} className={classOf(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role.group}>
        {props.rows.map((row) => (
          <tr key={props.rowKey(row)} {...role.row}>
            {props.columns.map((column) => (
              <td
                key={column.key}
                {...role.cell}
                data-label={column.header === '' ? undefined : column.header}
                className={classOf(column)}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
