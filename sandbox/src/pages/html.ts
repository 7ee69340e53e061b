/** Markup that is already safe to show. Only the `html` tag makes it. */
export interface Html {
  readonly markup: string;
}

/** What may be in a template: text is escaped, markup is taken as it is, nothing is nothing. */
export type Piece = Html | string | number | null | undefined | false | readonly Piece[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may be in an element or a quoted attribute. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

function markupOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (typeof piece === 'string') return escapeText(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map((inner) => markupOf(inner)).join('');
}

/** Template tag for pages: every value is escaped unless it was made by this tag itself. */
export function html(texts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return { markup: texts.map((text, at) => text + markupOf(pieces[at])).join('') };
}
