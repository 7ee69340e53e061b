import { wordsFor } from '../words/choose.ts';
import { html } from './html.ts';
import { style } from './style.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Lang } from '../words/choose.ts';
import type { Words } from '../words/en.ts';
import type { Html, Piece } from './html.ts';

/** What every page needs to know about who asks. */
export interface Reader {
  lang: Lang;
  words: Words;
  /** Path and query of the page itself, for the links that reload it. */
  here: string;
}

/** The reader of a request. */
export function readerOf(request: FastifyRequest): Reader {
  return { ...wordsFor(request), here: request.url };
}

const SECURITY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a page; no script can run in it and nothing outside is loaded. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': SECURITY, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/html; charset=utf-8')
    .send(page.markup);
}

/** The address of the same page with some parameters changed. */
export function sameWith(here: string, parameters: Record<string, string>): string {
  const url = new URL(here, 'http://sandbox.invalid');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** An instant for people, in China time: weekday, date and time to the second. */
export function whenText(reader: Reader, at: number | string): string {
  return new Intl.DateTimeFormat(reader.lang, {
    timeZone: 'Asia/Shanghai',
    dateStyle: 'full',
    timeStyle: 'medium',
  }).format(new Date(at));
}

/** An amount in fen for people: `¥1,234.50`. */
export function moneyText(fen: number): string {
  const yuan = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(fen / 100);
  return `¥${yuan}`;
}

function languageLink(reader: Reader): Html {
  const other: Lang = reader.lang === 'zh-CN' ? 'en-GB' : 'zh-CN';
  return html`<a class="push" lang="${other}" hreflang="${other}" href="${sameWith(reader.here, { lang: other })}"
    >${reader.words.otherLanguage}</a
  >`;
}

function frame(reader: Reader, title: string, head: Piece, main: Piece): Html {
  return html`<!doctype html>
    <html lang="${reader.lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        ${head}${main}
      </body>
    </html>`;
}

/** The pages of the person who runs the sandbox, with their navigation. */
export function deskPage(reader: Reader, current: keyof Words['nav'], body: Piece): Html {
  const { words } = reader;
  const places = { messages: '/', payments: '/payments', clock: '/clock', codes: '/codes', faults: '/faults' };
  const link = (name: keyof Words['nav']): Html =>
    html`<a href="${places[name]}" ${name === current && html`aria-current="page"`}>${words.nav[name]}</a>`;
  const head = html`<header>
    <strong>${words.sandbox}</strong>
    <nav aria-label="${words.sandbox}">
      ${[link('messages'), link('payments'), link('clock'), link('codes'), link('faults')]}
    </nav>
    ${languageLink(reader)}
  </header>`;
  const main = html`<main>
    <h1>${words.nav[current]}</h1>
    ${body}
    <p class="soft">${words.tagline}</p>
  </main>`;
  return frame(reader, `${words.nav[current]} · ${words.sandbox}`, head, main);
}

/** A page of the channel, as a buyer sees it. */
export function buyerPage(reader: Reader, title: string, body: Piece, brand = reader.words.sandbox): Html {
  const head = html`<header class="narrow"><strong>${brand}</strong>${languageLink(reader)}</header>`;
  const main = html`<main class="narrow">
    <h1>${title}</h1>
    <p class="soft">${reader.words.pay.noRealMoney}</p>
    ${body}
  </main>`;
  return frame(reader, `${title} · ${brand}`, head, main);
}
