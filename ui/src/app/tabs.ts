/** What one tab tells the others: somebody signed in or out, or the cart changed. */
export type TabNews = 'signedIn' | 'signedOut' | 'cart';

const name = 'examport';
const isNews = (value: unknown): value is TabNews => value === 'signedIn' || value === 'signedOut' || value === 'cart';

/** Tells the other tabs. */
export function tellTabs(news: TabNews): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(news);
  channel.close();
}

/** Hears what other tabs tell; gives a function that stops it. */
export function hearTabs(act: (news: TabNews) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isNews(event.data)) act(event.data);
  });
  return () => channel.close();
}
