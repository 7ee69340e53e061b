import { firstStyle } from './first-style.ts';

const languages = ['en', 'zh'] as const;
type Language = (typeof languages)[number];
const tags = { en: 'en-GB', zh: 'zh-CN' };

type Source = {
  /** The document as the bundler wrote it, with its script and style sheet in the head. */
  template: string;
  css: string;
  pages: readonly { path: string; isPrerendered: boolean }[];
  writePage: (path: string, language: Language) => Promise<{ html: string; title: string; description: string | null }>;
};

/** The documents of the site by file name, where each is used, and the inline texts the content policy must allow. */
export type WrittenSite = {
  files: Record<string, string>;
  prerendered: Record<string, { en: string; zh: string }>;
  shell: { en: string; zh: string };
  notFound: { en: string; zh: string };
  scripts: string[];
  styles: string[];
};

/** An address no route has, so that writing it gives the 404 page. */
const nowhere = '/-/';

/**
 * The rest of the style comes when the page is complete; the entry script waits for it, and half a second at most for the page to be
 * idle, so that it does not compete with what is read first, and shows nothing without its looks. A busy device is never idle.
 */
function loaderOf(template: string): string {
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(template)?.[1];
  const style = /<link rel="stylesheet"[^>]* href="([^"]+)"/.exec(template)?.[1];
  if (entry === undefined || style === undefined)
    throw new Error('portal: the built document lacks its script or style');
  const start = `(window.requestIdleCallback||setTimeout)(()=>import("${entry}"),{timeout:500})`;
  return `addEventListener("load",()=>{let l=document.createElement("link");l.rel="stylesheet";l.href="${style}";l.onload=l.onerror=()=>${start};document.head.append(l)})`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function fileNameOf(path: string, language: Language): string {
  const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
  return `page.${name}.${language}.html`;
}

function setLanguage(html: string, language: Language, title: string): string {
  return html
    .replace(/<html lang="[^"]*"/, `<html lang="${tags[language]}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`);
}

/** The sentence that a search engine shows below the title, if there is one, as markup. */
function described(sentence: string | null): string {
  return sentence === null ? '' : `<meta name="description" content="${escapeHtml(sentence)}" />`;
}

/** Refuses markup that the content policy would strip of its looks. */
function refuseInlineStyle(path: string, html: string): void {
  if (/<[^>]+\sstyle=/.test(html)) throw new Error(`portal: ${path} is written with a style attribute`);
}

/**
 * Makes the documents: each public page in both languages with the style it needs inside, the rest of it and its script late, the 404
 * page the same way, and an empty shell whose script starts at once for everything else. The style inside is the same in all of them.
 */
export async function documentsOf(source: Source): Promise<WrittenSite> {
  const loader = loaderOf(source.template);
  const bare = source.template
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replaceAll(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '');
  const write = async (path: string, language: Language) => {
    const page = await source.writePage(path, language);
    refuseInlineStyle(path, page.html);
    const head = bare.replace('<!--head-->', () => `${described(page.description)}<!--head-->`);
    return setLanguage(head, language, page.title).replace(
      '<div id="root"></div>',
      () => `<div id="root">${page.html}</div><script>${loader}</script>`,
    );
  };
  const files: Record<string, string> = {};
  const bothOf = async (path: string, nameOf: (language: Language) => string) => {
    const both = { en: nameOf('en'), zh: nameOf('zh') };
    for (const language of languages) files[both[language]] = await write(path, language);
    return both;
  };
  const prerendered: WrittenSite['prerendered'] = {};
  for (const page of source.pages.filter((one) => one.isPrerendered))
    prerendered[page.path] = await bothOf(page.path, (language) => fileNameOf(page.path, language));
  const notFound = await bothOf(nowhere, (language) => `not-found.${language}.html`);
  const style = firstStyle(source.css, Object.values(files));
  for (const [name, html] of Object.entries(files))
    files[name] = html.replace('<!--head-->', () => `<style>${style}</style>`);
  const shell = { en: 'shell.en.html', zh: 'shell.zh.html' };
  for (const language of languages) {
    const { description } = await source.writePage('/', language);
    files[shell[language]] = setLanguage(source.template, language, 'Examport 考途').replace('<!--head-->', () =>
      described(description),
    );
  }
  return { files, prerendered, shell, notFound, scripts: [loader], styles: [style] };
}
