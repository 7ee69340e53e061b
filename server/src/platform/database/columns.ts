import {
  AliasNode,
  AggregateFunctionNode,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  PostgresDialect,
  PostgresQueryCompiler,
  type RawBuilder,
  type ReferenceNode,
  SelectAllNode,
  SelectQueryNode,
  sql,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import { columnNames } from '#platform/tables/names';

/**
 * Writes out `selectAll` and `returningAll` as the columns this version was built with, so that no statement says `*`: one that does becomes
 * stale when a newer version adds a column (0A000), and reads what this one knows nothing of.
 * @throws Error for what is not a table or view: its columns are to be named by hand.
 */
class NamingCompiler extends PostgresQueryCompiler {
  protected override visitSelectAll(node: SelectAllNode): void {
    const inside = this.nodeStack.findLast((each) => isStatement(each) || AggregateFunctionNode.is(each));
    if (inside && AggregateFunctionNode.is(inside)) return super.visitSelectAll(node);
    const [alias, ...others] = this.sources().keys();
    if (alias === undefined || others.length > 0) throw new Error('Whose columns are meant? Say selectAll of a table.');
    this.append(this.columnsOf(alias));
  }

  protected override visitReference(node: ReferenceNode): void {
    if (node.table && SelectAllNode.is(node.column)) this.append(this.columnsOf(nameOf(node.table)));
    else super.visitReference(node);
  }

  private columnsOf(alias: string): string {
    const table = this.sources().get(alias);
    if (!isRead(table)) throw new Error(`${alias} is no table: name its columns.`);
    return written(alias, table);
  }

  /** What the innermost statement reads and writes: the table behind each name; undefined for what is none. */
  private sources(): Map<string, string | undefined> {
    const statement = this.nodeStack.findLast(isStatement);
    return new Map(statement ? partsOf(statement).map(sourceOf) : []);
  }
}

type Statement = SelectQueryNode | InsertQueryNode | UpdateQueryNode | DeleteQueryNode;

function isStatement(node: OperationNode): node is Statement {
  return [SelectQueryNode, InsertQueryNode, UpdateQueryNode, DeleteQueryNode].some((kind) => kind.is(node));
}

function partsOf(statement: Statement): OperationNode[] {
  if (InsertQueryNode.is(statement)) return present(statement.into);
  const own = UpdateQueryNode.is(statement) ? statement.table : undefined;
  const used = DeleteQueryNode.is(statement) ? statement.using?.tables : undefined;
  return present(
    own,
    ...(statement.from?.froms ?? []),
    ...(used ?? []),
    ...(statement.joins ?? []).map(({ table }) => table),
  );
}

function present(...nodes: readonly (OperationNode | undefined)[]): OperationNode[] {
  return nodes.filter((node) => node !== undefined);
}

function sourceOf(part: OperationNode): [alias: string, table: string | undefined] {
  if (TableNode.is(part)) return [nameOf(part), nameOf(part)];
  if (!AliasNode.is(part) || !('name' in part.alias)) return ['', undefined];
  return [String(part.alias.name), TableNode.is(part.node) ? nameOf(part.node) : undefined];
}

function nameOf({ table }: TableNode): string {
  return table.identifier.name;
}

type ReadName = keyof typeof columnNames;

const texts = new Map<string, string>();

/** The columns of a table under a name, as they are in a statement. */
function written(alias: string, table: ReadName): string {
  const key = `${alias} ${table}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = columnNames[table].map((column) => `"${alias}"."${column}"`).join(', ');
  texts.set(key, text);
  return text;
}

function isRead(name: string | undefined): name is ReadName {
  return name !== undefined && Object.hasOwn(columnNames, name);
}

/** The same for SQL by hand: what to write in the place of `*`. */
export function everyColumn(table: ReadName, alias: string = table): RawBuilder<unknown> {
  return sql.raw(written(alias, table));
}

/** PostgreSQL, with every column named. */
export class NamingDialect extends PostgresDialect {
  override createQueryCompiler(): NamingCompiler {
    return new NamingCompiler();
  }
}
