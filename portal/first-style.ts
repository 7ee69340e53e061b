/** A rule, or an at-rule with rules inside; `body` is null for a declaration and a statement. */
type Node = { head: string; body: Node[] | null };

const piece = /(?:url\([^)]*\)|\\.|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|[^{};\\"'])+|[{};]/gs;
const conditional = /^@(?:layer|media|supports|container)\b/;

/**
 * The part of a style sheet by which written documents are shown: every rule that could apply to one of them, by the classes they use.
 * What is left out comes with the whole sheet, before a script changes anything.
 */
export function firstStyle(css: string, documents: readonly string[]): string {
  const names = documents.flatMap((html) =>
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' ')),
  );
  const used = new Set(
    names.map((name) => name.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  );
  return textOf(nodesOf(css), (head) => head.startsWith('@') || mayApply(head, used));
}

function nodesOf(css: string): Node[] {
  const root: Node[] = [];
  const open = [root];
  let head = '';
  for (const [token] of css.matchAll(piece)) {
    const inside = open.at(-1) ?? root;
    if (token === '{') {
      const body: Node[] = [];
      inside.push({ head, body });
      open.push(body);
    } else if (token === ';' || token === '}') {
      if (head !== '') inside.push({ head, body: null });
      if (token === '}') open.pop();
    }
    head = /^[{};]$/.test(token) ? '' : token.trim();
  }
  return root;
}

function textOf(nodes: readonly Node[], isKept: (head: string) => boolean): string {
  const texts = nodes.map(({ head, body }) => {
    if (body === null) return `${head};`;
    if (!isKept(head)) return '';
    const inner = textOf(body, isKept);
    return inner === '' && conditional.test(head) ? '' : `${head}{${inner}}`;
  });
  return texts.join('');
}

/** Whether one of a rule's selectors names no class that is not used; what `:not()`, `:is()` and the like hold is not asked. */
function mayApply(head: string, used: ReadonlySet<string>): boolean {
  const plain = head.replaceAll(/:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g, '');
  return plain
    .split(',')
    .some((selector) =>
      [...selector.matchAll(/\.((?:\\[\da-f]{1,6} ?|\\.|[\w-])+)/gi)].every(([, name = '']) =>
        used.has(unescaped(name)),
      ),
    );
}

function unescaped(name: string): string {
  return name.replaceAll(/\\(?:([\da-f]{1,6}) ?|(.))/gi, (_, code: string | undefined, sign: string) =>
    code === undefined ? sign : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
