import { parseSync } from 'oxc-parser';

/** One small change of a source: what is between two places becomes something else. Places count UTF-16 units, lines from one. */
export type Mutant = { line: number; start: number; end: number; right: string; wrong: string };

type Node = { type: string; start: number; end: number; [name: string]: unknown };
type Source = { text: string; found: Mutant[] };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

/** A method of which another does nearly the same. */
const neighbours: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
};

/** A call that only narrows or locks: without it, what it was called on stays. */
const narrowing = new Set(['filter', 'where', 'forUpdate', 'forNoKeyUpdate', 'skipLocked']);

/** What of a statement becomes something else. A term that is joined by `or` no longer narrows; an update without its lock still runs. */
const inSql: readonly { pattern: RegExp; wrong: (found: string) => string }[] = [
  { pattern: /(?<!\bbetween\b[^;]{0,80})\band\b(?! exists \()/g, wrong: () => 'or' },
  { pattern: /\bwhere\b/g, wrong: () => 'where true or' },
  { pattern: /(?<![-<=>])(?:<=|>=|<(?!>)|>)(?![=>])/g, wrong: (found) => operators[found] ?? found },
  { pattern: /\bfor (?:no key update|update|key share)\b(?: skip locked)?/g, wrong: () => '' },
  { pattern: /\bis (?:not )?null\b/g, wrong: (found) => (found.includes('not') ? 'is null' : 'is not null') },
  { pattern: /\bnot exists\b/g, wrong: () => 'exists' },
];

function change(source: Source, { start, end }: { start: number; end: number }, wrong: string): void {
  const right = source.text.slice(start, end);
  const line = source.text.slice(0, start).split('\n').length;
  if (right !== wrong) source.found.push({ line, start, end, right, wrong });
}

const isText = (value: unknown): boolean =>
  isNode(value) &&
  (value.type === 'TemplateLiteral' || (value.type === 'Literal' && typeof value['value'] === 'string'));

/** The operator of a binary or logical expression, in its place. Texts that are joined are left alone. */
function changeOperator(source: Source, { left, right, operator }: Node): void {
  const wrong = operators[String(operator)];
  if (wrong === undefined || !isNode(left) || !isNode(right) || isText(left) || isText(right)) return;
  const start = source.text.indexOf(String(operator), left.end);
  if (start < right.start) change(source, { start, end: start + String(operator).length }, wrong);
}

function changeLiteral(source: Source, node: Node): void {
  const { value } = node;
  if (typeof value === 'boolean') change(source, node, String(!value));
  if (typeof value === 'number') change(source, node, String(value + 1));
}

function changeCall(source: Source, node: Node): void {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== 'MemberExpression' || callee['computed'] === true) return;
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property)) return;
  const name = String(property['name']);
  if (neighbours[name] !== undefined) change(source, property, neighbours[name]);
  if (narrowing.has(name)) change(source, { start: object.end, end: node.end }, '');
}

function changeGuard(source: Source, { test }: Node): void {
  if (!isNode(test)) return;
  for (const wrong of ['true', 'false']) change(source, test, wrong);
}

function changeSql(source: Source, { tag, quasi }: Node): void {
  if (!isNode(tag) || !isNode(quasi) || !/^sql\b/.test(source.text.slice(tag.start, tag.end))) return;
  for (const part of quasi['quasis'] as Node[])
    for (const { pattern, wrong } of inSql)
      for (const match of source.text.slice(part.start, part.end).matchAll(pattern)) {
        const start = part.start + match.index;
        change(source, { start, end: start + match[0].length }, wrong(match[0]));
      }
}

const changes: Readonly<Record<string, (source: Source, node: Node) => void>> = {
  BinaryExpression: changeOperator,
  LogicalExpression: changeOperator,
  Literal: changeLiteral,
  CallExpression: changeCall,
  IfStatement: changeGuard,
  ConditionalExpression: changeGuard,
  TaggedTemplateExpression: changeSql,
  UnaryExpression: (source, node) => {
    const { argument, operator } = node;
    if (operator === '!' && isNode(argument)) change(source, { start: node.start, end: argument.start }, '');
  },
};

/** Parts of a type decide nothing; an expression that is only seen as another type does. */
const isType = ({ type }: Node): boolean =>
  type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(type);

function walk(source: Source, node: Node): void {
  if (isType(node) || node.type === 'ImportDeclaration') return;
  changes[node.type]?.(source, node);
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(source, each);
}

/**
 * Every mutant of a TypeScript source, in the order of the text: an operator, a constant, a guard or a condition of a statement at a time.
 * @throws Error where the source is none
 */
export function mutantsOf(path: string, text: string): Mutant[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const source: Source = { text, found: [] };
  walk(source, program as unknown as Node);
  return source.found.toSorted((a, b) => a.start - b.start);
}

/** A limited number of a list, spread from its beginning to its end. */
export function some<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, at) => list[Math.floor(at * step)]).filter(
    (each) => each !== undefined,
  );
}
