import { html } from './html.ts';
import { deskPage, whenText } from './layout.ts';
import type { Message } from '../ledger.ts';
import type { Html, Piece } from './html.ts';
import type { Reader } from './layout.ts';

const SHOWN = 100;

function attachmentLinks(message: Message): Piece {
  return message.attachments.map(
    (file, at) =>
      html`<li>
        <a href="/api/messages/${message.id}/attachments/${at}">${file.name || file.type}</a>
        (${Math.ceil(file.size / 1024)} KB)
      </li>`,
  );
}

function ticket(reader: Reader, message: Message): Html {
  const { inbox } = reader.words;
  return html`<article class="card ticket">
    <div class="stub">
      <span class="tag">${inbox.channels[message.channel]}</span>
      <div>${message.to}</div>
      <div class="soft">${whenText(reader, message.at)}</div>
    </div>
    <div class="rest">
      ${message.channel === 'mail' && html`<h2><a href="/messages/${message.id}">${message.subject ?? inbox.noSubject}</a></h2>`}
      <pre>${message.channel === 'sms' ? message.text : message.text.trim().slice(0, 280)}</pre>
      ${
        message.attachments.length > 0 &&
        html`<ul class="plain">
          ${attachmentLinks(message)}
        </ul>`
      }
    </div>
  </article>`;
}

/** The inbox: every message that reached a person, newest first. `recipient` is the filter, empty for all. */
export function inboxPage(reader: Reader, messages: readonly Message[], recipient: string): Html {
  const { inbox, refresh } = reader.words;
  const nothing = recipient === '' ? inbox.empty : inbox.emptyFor(recipient);
  const body = html`
    <p class="soft">${inbox.intro}</p>
    <form class="row" method="get" action="/">
      <label>${inbox.filter}<input name="to" value="${recipient}" autocomplete="off" /></label>
      <button class="main">${inbox.show}</button>
      <a class="button" href="/">${inbox.all}</a>
      <a class="button" href="${reader.here}">${refresh}</a>
    </form>
    ${messages.length === 0 && html`<p class="card">${nothing}</p>`}
    ${messages.slice(0, SHOWN).map((message) => ticket(reader, message))}
    ${messages.length > SHOWN && html`<p class="soft">${inbox.older(SHOWN, messages.length)}</p>`}
  `;
  return deskPage(reader, 'messages', body);
}

/** One message in full. Its HTML runs no script: it is shown in a frame without rights, its links open outside. */
export function messagePage(reader: Reader, message: Message): Html {
  const { inbox, back } = reader.words;
  const body = html`
    <p><a href="/">${back}</a></p>
    <section class="card">
      <dl>
        <dt>${inbox.subject}</dt>
        <dd>${message.subject ?? inbox.noSubject}</dd>
        <dt>${inbox.from}</dt>
        <dd>${message.from}</dd>
        <dt>${inbox.to}</dt>
        <dd>${message.to}</dd>
        <dt>${inbox.at}</dt>
        <dd>${whenText(reader, message.at)}</dd>
      </dl>
      ${
        message.attachments.length > 0 &&
        html`<h2>${inbox.attachments}</h2>
          <ul class="plain">
            ${attachmentLinks(message)}
          </ul>`
      }
    </section>
    ${
      message.html !== null &&
      html`<h2>${inbox.asHtml}</h2>
        <iframe
          title="${inbox.asHtml}"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcdoc="${`<base target="_blank">${message.html}`}"
        ></iframe>`
    }
    <h2>${inbox.asText}</h2>
    <pre class="card">${message.text}</pre>
  `;
  return deskPage(reader, 'messages', body);
}
