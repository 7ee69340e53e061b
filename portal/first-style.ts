import { type CustomAtRules, type SelectorList, transform, type Visitor } from 'lightningcss';

/**
 * The part of a style sheet by which written documents are shown: every rule that could apply to one of them, by the classes they use.
 * What is left out comes with the whole sheet, before a script changes anything.
 */
export function firstStyle(css: string, documents: readonly string[]): string {
  const used = new Set(documents.flatMap(classesOf));
  const visitor: Visitor<CustomAtRules> = {
    Rule: { style: ({ value }) => (mayApply(value.selectors, used) ? undefined : []) },
  };
  const { code } = transform({ ...minified, code: Buffer.from(css), visitor });
  // Conditions that are empty now go when the rest is read once more.
  return Buffer.from(transform({ ...minified, code }).code).toString();
}

const minified = { filename: 'first-style.css', minify: true };

/** The names of classes in a document, as the style sheet means them. */
function classesOf(html: string): string[] {
  return [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, list = '']) =>
    list.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&').split(' '),
  );
}

/** Whether one of a rule's selectors asks for no class that is not used; what `:not()`, `:is()` and the like hold is not asked. */
function mayApply(selectors: SelectorList, used: ReadonlySet<string>): boolean {
  return selectors.some((selector) => selector.every((part) => part.type !== 'class' || used.has(part.name)));
}
