import { accountColumns } from './accounts.ts';
import type { ColumnClass, TableClasses, TableName } from './class.ts';
import { deskColumns } from './desk.ts';
import { moneyColumns } from './money.ts';
import { offerColumns } from './offer.ts';
import { placeColumns } from './places.ts';
import { registrationColumns } from './registrations.ts';

export { type ColumnClass, type TableName, views } from './class.ts';

/**
 * The class of every column of every table. A table or column that is missing here does not compile; one that the database has no more is
 * found by the proof of the columns, which reads the catalogue of a migrated database.
 */
export const columnClasses: { readonly [Table in TableName]: TableClasses<Table> } = {
  ...accountColumns,
  ...registrationColumns,
  ...moneyColumns,
  ...deskColumns,
  ...offerColumns,
  ...placeColumns,
};

/** A column, what it tells, and of which table it is. */
export type ClassedColumn = { table: TableName; column: string; class: ColumnClass };

/** Every column of these classes, by table and column name. */
export function columnsOf(...classes: readonly ColumnClass[]): ClassedColumn[] {
  return tableNames.flatMap((table) =>
    Object.entries<ColumnClass>(columnClasses[table])
      .filter(([, found]) => classes.includes(found))
      .map(([column, found]) => ({ table, column, class: found })),
  );
}

/** Every table that keeps rows, in alphabetical order. */
export const tableNames: readonly TableName[] = Object.keys(columnClasses)
  .filter((name): name is TableName => name in columnClasses)
  .toSorted();
