import { outcomes } from '../trade/settle.ts';
import { statusOf } from '../trade/trades.ts';
import { chinaStamp } from '../china-time.ts';
import { html } from './html.ts';
import { deskPage, moneyText, whenText } from './layout.ts';
import type { Impossible } from '../trade/settle.ts';
import type { Trade } from '../ledger.ts';
import type { Html, Piece } from './html.ts';
import type { Reader } from './layout.ts';

const SHOWN = 100;

function happened(reader: Reader, trade: Trade): Piece {
  const { ledger } = reader.words;
  const payments = trade.payments.map(
    (payment) =>
      html`<li>
        ${moneyText(payment.amountFen)} · <code>${payment.tradeNo}</code> · ${whenText(reader, payment.paidAt)}
        ${payment.late && html`<span class="tag">${ledger.lateNote}</span>`}
      </li>`,
  );
  const refunds = trade.refunds.map(
    (refund) =>
      html`<li>
        ${moneyText(refund.amountFen)} · <code>${refund.outRequestNo}</code> · ${whenText(reader, refund.at)}
        ${refund.isAbnormal === true && html`<span class="tag">${ledger.failed}</span>`}
      </li>`,
  );
  const notifications = trade.notifications.map(
    ({ kind, attempts, delivered }) =>
      html`<li>
        ${ledger.kinds[kind]} · ${ledger.tries(attempts.length)} · ${delivered ? ledger.heard : ledger.unheard}
      </li>`,
  );
  const part = (name: string, items: readonly Html[]): Piece =>
    items.length > 0 &&
    html`<dt>${name}</dt>
      <dd>
        <ul class="plain">
          ${items}
        </ul>
      </dd>`;
  return [part(ledger.payments, payments), part(ledger.refunds, refunds), part(ledger.notifications, notifications)];
}

function ticket(reader: Reader, trade: Trade, nowMs: number): Html {
  const { ledger } = reader.words;
  const status = statusOf(trade, nowMs);
  return html`<article class="card ticket">
    <div class="stub">
      <div class="amount">${moneyText(trade.amountFen)}</div>
      <span class="tag">${ledger.states[status]}</span>
      ${trade.openedAt === null && html`<div class="soft">${ledger.notOpened}</div>`}
      ${trade.acceptedAt !== null && html`<div class="soft">${ledger.accepted}</div>`}
      ${trade.refundsFail && html`<div class="soft">${ledger.refundsFail}</div>`}
      ${trade.lateArmed && html`<div class="soft">${ledger.armed}</div>`}
      <p><a href="/pay/${trade.cashierId}">${ledger.open}</a></p>
    </div>
    <div class="rest">
      <h2>${trade.subject}</h2>
      <dl>
        <dt>${ledger.channel}</dt>
        <dd>${reader.words.pay.brands[trade.channel]}</dd>
        <dt>${ledger.trade}</dt>
        <dd><code>${trade.outTradeNo}</code></dd>
        <dt>${ledger.started}</dt>
        <dd>${whenText(reader, trade.createdAt)}</dd>
        <dt>${ledger.until}</dt>
        <dd>${whenText(reader, trade.expiresAt)}</dd>
        ${happened(reader, trade)}
      </dl>
      <form class="row" method="post" action="/payments/${trade.outTradeNo}/settle">
        <label
          >${ledger.outcome}<select name="outcome">
            ${outcomes.map((outcome) => html`<option value="${outcome}">${ledger.outcomes[outcome]}</option>`)}
          </select></label
        >
        <button>${ledger.settle}</button>
      </form>
    </div>
  </article>`;
}

/** The channel's ledger for people, newest first, with every outcome at hand. */
export function paymentsPage(reader: Reader, trades: readonly Trade[], nowMs: number, refused?: Impossible): Html {
  const { ledger, refresh } = reader.words;
  const body = html`
    <p class="soft">${ledger.intro}</p>
    ${refused !== undefined && html`<p class="notice" role="alert">${ledger.impossible[refused]}</p>`}
    <p><a class="button" href="/payments">${refresh}</a></p>
    <form class="row" method="get" action="/api/statement">
      <label
        >${ledger.statementDay}<input type="date" name="day" required value="${chinaStamp(nowMs).slice(0, 10)}"
      /></label>
      <label
        >${ledger.channel}<select name="channel">
          ${(['alipay', 'wechat', 'card'] as const).map((name) => html`<option value="${name}">${reader.words.pay.brands[name]}</option>`)}
        </select></label
      >
      <button>${ledger.statement}</button>
    </form>
    ${trades.length === 0 && html`<p class="card">${ledger.empty}</p>`}
    ${trades.slice(0, SHOWN).map((trade) => ticket(reader, trade, nowMs))}
  `;
  return deskPage(reader, 'payments', body);
}
