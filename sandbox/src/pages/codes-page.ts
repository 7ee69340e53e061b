import { html } from './html.ts';
import { deskPage } from './layout.ts';
import type { Shown } from '../authenticators.ts';
import type { Html } from './html.ts';
import type { Reader } from './layout.ts';

/** The codes that the staff's authenticators show now. */
export function codesPage(reader: Reader, shown: readonly Shown[]): Html {
  const { codes, refresh } = reader.words;
  const body = html`
    <p class="soft">${codes.intro}</p>
    <p><a class="button" href="${reader.here}">${refresh}</a></p>
    ${shown.length === 0 && html`<p class="card">${codes.empty}</p>`}
    ${shown.map(
      ({ account, code, secondsRemaining }) =>
        html`<article class="card ticket">
          <div class="stub"><div class="amount">${code}</div></div>
          <div class="rest">
            <h2>${account}</h2>
            <p class="soft">${codes.left(secondsRemaining)}</p>
          </div>
        </article>`,
    )}
  `;
  return deskPage(reader, 'codes', body);
}
