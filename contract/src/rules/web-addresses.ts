/**
 * A web address as it is read by a browser; null for what is none. `URL.canParse` and `URL.parse` are younger than the oldest browsers that
 * the portal serves (decision 0095).
 */
export function readAddress(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
