import { html } from './html.ts';
import { buyerPage, moneyText, sameWith, whenText } from './layout.ts';
import type { Trade } from '../ledger.ts';
import type { Words } from '../words/en.ts';
import type { Html, Piece } from './html.ts';
import type { WayBack } from '../trade/dialect.ts';
import type { Reader } from './layout.ts';

/** What a buyer can press. */
export const buyerActions = ['paid', 'failed', 'accepted', 'leave', 'late', 'twice'] as const;
/** One of the buttons. */
export type BuyerAction = (typeof buyerActions)[number];

/** A trade as the pay page shows it. `wayBack` is where the buyer returns to; null when the merchant named no page. */
export interface PayView {
  trade: Trade;
  merchantName: string;
  state: 'open' | 'accepted' | 'paid' | 'closed' | 'refunded';
  nowMs: number;
  wayBack: WayBack | null;
  notice: keyof Words['pay']['notices'] | undefined;
}

function button(words: Words, action: BuyerAction): Html {
  const hint = action === 'paid' ? '' : words.pay.hints[action];
  return html`<div>
    <button name="action" value="${action}" class="${action === 'paid' && 'main'}">${words.pay.actions[action]}</button>
    ${hint !== '' && html`<p>${hint}</p>`}
  </div>`;
}

function timeLeft(reader: Reader, view: PayView): Html {
  const { pay, refresh } = reader.words;
  const seconds = Math.max(0, Math.floor((Date.parse(view.trade.expiresAt) - view.nowMs) / 1000));
  return html`<p>
    ${pay.until(whenText(reader, view.trade.expiresAt))} ${pay.left(Math.floor(seconds / 60), seconds % 60)}
    <a href="${sameWith(reader.here, {})}">${refresh}</a>
  </p>`;
}

function actionsOf(state: PayView['state']): readonly BuyerAction[] {
  if (state === 'open') return buyerActions;
  return state === 'accepted' ? ['paid', 'failed'] : ['late', 'leave'];
}

function choices(reader: Reader, view: PayView): Piece {
  const { words } = reader;
  if (view.state === 'paid' || view.state === 'refunded') return false;
  const actions = actionsOf(view.state);
  return html`<form class="card choices" method="post" action="/pay/${view.trade.cashierId}">
    ${actions.map((action) => button(words, action))}
  </form>`;
}

function stateText(words: Words, state: PayView['state']): Piece {
  const { states } = words.pay;
  if (state === 'paid')
    return html`<h2>${states.paid}</h2>
      <p>${states.paidText}</p>`;
  if (state === 'accepted')
    return html`<h2>${states.accepted}</h2>
      <p>${states.acceptedText}</p>`;
  if (state === 'closed')
    return html`<h2>${states.closed}</h2>
      <p>${states.closedText}</p>`;
  return (
    state === 'refunded' &&
    html`<h2>${states.refunded}</h2>
      <p>${states.refundedText}</p>`
  );
}

function brandOf({ words }: Reader, { channel, method }: Trade): string {
  return method === 'apple_pay' ? words.pay.applePay : words.pay.brands[channel];
}

/** The way back: a link, or a form where the channel posts. */
function toMerchant(reader: Reader, { address, form }: WayBack): Html {
  const label = reader.words.pay.toMerchant;
  if (form === undefined) return html`<p><a class="button main" href="${address}">${label}</a></p>`;
  const fields = Object.entries(form).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form method="post" action="${address}">${fields}<button class="main">${label}</button></form>`;
}

/** The channel's pay page: plain forms, no script. */
export function payPage(reader: Reader, view: PayView): Html {
  const { pay } = reader.words;
  const { trade } = view;
  const body = html`
    ${view.notice !== undefined && html`<p class="notice" role="status">${pay.notices[view.notice]}</p>`}
    <section class="card">
      ${stateText(reader.words, view.state)}
      <p class="amount">${moneyText(trade.amountFen)}</p>
      <dl>
        <dt>${pay.merchant}</dt>
        <dd>${view.merchantName}</dd>
        <dt>${pay.what}</dt>
        <dd>${trade.subject}</dd>
        <dt>${pay.order}</dt>
        <dd>${trade.outTradeNo}</dd>
      </dl>
      ${view.state === 'open' && timeLeft(reader, view)}
    </section>
    ${choices(reader, view)} ${view.wayBack !== null && view.state !== 'open' && toMerchant(reader, view.wayBack)}
  `;
  return buyerPage(reader, pay.title, body, brandOf(reader, trade));
}

/** What a buyer sees when the merchant's request is refused; `code` is the channel's. */
export function refusedTradePage(reader: Reader, code: string): Html {
  const { pay } = reader.words;
  return buyerPage(reader, pay.refusedTitle, html`<p class="notice">${pay.refusedText(code)}</p>`);
}

/** What a buyer sees under an address that belongs to no trade. */
export function unknownTradePage(reader: Reader): Html {
  const { pay } = reader.words;
  return buyerPage(reader, pay.refusedTitle, html`<p class="notice">${pay.unknown}</p>`);
}

/** What a buyer sees whom no page of the merchant has led here. */
export function foreignPage(reader: Reader): Html {
  const { pay } = reader.words;
  return buyerPage(reader, pay.refusedTitle, html`<p class="notice">${pay.foreign}</p>`);
}
