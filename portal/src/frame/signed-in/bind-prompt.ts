const key = 'bindEmailPrompt';
const restMilliseconds = 7 * 24 * 3_600_000;
const mostAccounts = 10;

/** Until when an account is not asked again, by its id: milliseconds. */
type Flags = Readonly<Record<string, number>>;

function readFlags(): Flags {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, until]) => typeof until === 'number'));
  } catch {
    return {};
  }
}

/** Whether the account may be asked to bind an address: not for seven days after it said "not now". */
export function mayAskToBind(accountId: string, now: number): boolean {
  return (readFlags()[accountId] ?? 0) <= now;
}

/** The account said "not now". The flag is kept for few accounts only; those asked again anyway go first. */
export function restFromAsking(accountId: string, now: number): void {
  const others = Object.entries(readFlags())
    .filter(([id, until]) => id !== accountId && until > now)
    .slice(1 - mostAccounts);
  const flags = Object.fromEntries([...others, [accountId, now + restMilliseconds]]);
  try {
    localStorage.setItem(key, JSON.stringify(flags));
  } catch {
    // It is asked again next time; nothing is lost.
  }
}
