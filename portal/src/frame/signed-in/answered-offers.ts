const key = 'passkeyOffer';
const mostAccounts = 10;

function answered(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether the account has not answered the offer of a passkey in this browser yet: it is made once. */
export function mayOfferPasskey(accountId: string): boolean {
  return !answered().includes(accountId);
}

/** The account has answered the offer, one way or the other. The latest few accounts are remembered. */
export function passkeyOfferAnswered(accountId: string): void {
  const others = answered().filter((id) => id !== accountId);
  try {
    localStorage.setItem(key, JSON.stringify([...others, accountId].slice(-mostAccounts)));
  } catch {
    // It is offered again next time; nothing is lost.
  }
}
