import { randomHex } from '../chance.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Channel, Ledger, Notification, Trade } from '../ledger.ts';
import type { About, Dialect, Told } from './dialect.ts';

/** Tells the merchant what happened, again and again until it has understood. */
export interface Notifier {
  /** Sends a new notification; settles when the first try is over. Without a notify_url nothing is sent. */
  tell(trade: Trade, kind: Notification['kind'], about?: About): Promise<void>;
  /** Sends the last notification of a kind once more, whatever was answered. */
  repeat(trade: Trade, kind: Notification['kind']): Promise<void>;
  /** Settles when the first tries that are under way are over. */
  heard(): Promise<void>;
  /** Takes up what an earlier process could not deliver. */
  resume(): void;
  stop(): void;
}

/** What the notifier works with; `retrySeconds` is the pause before each further try. */
export interface NotifierParts {
  ledger: Ledger;
  clock: Clock;
  faults: Faults;
  dialects: Readonly<Record<Channel, Dialect>>;
  retrySeconds: readonly number[];
}

const ANSWER_MS = 8000;

interface Answered {
  answer: string;
  isHeard: boolean;
}

async function post(url: string, { headers, body }: Told, dialect: Dialect): Promise<Answered> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = (await answer.text()).trim().slice(0, 200);
    const said = answer.ok ? text || String(answer.status) : `HTTP ${answer.status} ${text}`.trim();
    return { answer: said, isHeard: answer.ok && dialect.isHeard(answer.status, text) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { answer: `no answer: ${cause instanceof Error ? cause.message : String(cause)}`, isHeard: false };
  }
}

type Delivery = Pick<Notifier, 'resume' | 'stop'> & {
  send(trade: Trade, notification: Notification): Promise<void>;
  sendUntilHeard(trade: Trade, notification: Notification): Promise<void>;
};

/** Carries notifications over; the pauses between tries are real time, not the moved clock. */
function createDelivery(parts: NotifierParts): Delivery {
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  async function send(trade: Trade, notification: Notification): Promise<void> {
    const dialect = parts.dialects[trade.channel];
    const told = dialect.message(notification);
    notification.fields = told.fields;
    notification.sent = { headers: told.headers, body: told.body };
    const fault = await parts.faults.meet('notify', trade.outTradeNo);
    const { answer, isHeard } =
      fault.mode === 'down'
        ? { answer: 'not sent: the channel is down', isHeard: false }
        : await post(notification.url, told, dialect);
    notification.attempts.push({ at: parts.clock.stamp(), answer });
    if (isHeard) notification.delivered = true;
    parts.ledger.saveTrade(trade);
  }
  function retryLater(trade: Trade, notification: Notification): void {
    const pause = parts.retrySeconds[notification.attempts.length - 1];
    if (stopped || pause === undefined || notification.delivered || notification.kind === 'forged') return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void sendUntilHeard(trade, notification);
    }, pause * 1000);
    timers.add(timer);
  }
  async function sendUntilHeard(trade: Trade, notification: Notification): Promise<void> {
    await send(trade, notification);
    retryLater(trade, notification);
  }
  return {
    send,
    sendUntilHeard,
    resume: () => {
      for (const trade of parts.ledger.trades()) {
        for (const notification of trade.notifications) {
          if (notification.attempts.length === 0) void sendUntilHeard(trade, notification);
          else retryLater(trade, notification);
        }
      }
    },
    stop: () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Makes the notifier; each try is signed again by the channel's own dialect. */
export function createNotifier(parts: NotifierParts): Notifier {
  const delivery = createDelivery(parts);
  const underWay = new Set<Promise<void>>();
  return {
    resume: delivery.resume,
    stop: delivery.stop,
    heard: async () => {
      await Promise.allSettled(underWay);
    },
    tell: async (trade, kind, about = {}) => {
      const dialect = parts.dialects[trade.channel];
      if (trade.notifyUrl === '' || !dialect.tells(kind, about)) return;
      const fields = dialect.facts(trade, kind, about);
      const notifyId = fields['notify_id'] ?? randomHex(32);
      const url = trade.notifyUrl;
      const notification: Notification = { notifyId, kind, url, fields, attempts: [], delivered: false };
      trade.notifications.push(notification);
      parts.ledger.saveTrade(trade);
      const sending = delivery.sendUntilHeard(trade, notification);
      underWay.add(sending);
      await sending.finally(() => underWay.delete(sending));
    },
    repeat: async (trade, kind) => {
      const last = trade.notifications.findLast((notification) => notification.kind === kind);
      if (last) await delivery.send(trade, last);
    },
  };
}
