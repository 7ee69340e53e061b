/** What `/app-config.json` tells the portal. Every entry may be missing. */
export type AppConfig = {
  /** Origin and prefix of the API without a slash at the end; '' is the page's own origin. */
  apiBaseUrl: string;
  /** The operator's filing numbers, shown in the footer when given. */
  icpFiling: string;
  policeFiling: string;
};

const fallback: AppConfig = { apiBaseUrl: '', icpFiling: '', policeFiling: '' };
let current: AppConfig = fallback;

function read(given: unknown): AppConfig {
  const entries = new Map<string, unknown>(typeof given === 'object' && given !== null ? Object.entries(given) : []);
  const word = (key: string) => {
    const value = entries.get(key);
    return typeof value === 'string' ? value : '';
  };
  return {
    apiBaseUrl: word('apiBaseUrl').replace(/\/$/, ''),
    icpFiling: word('icpFiling'),
    policeFiling: word('policeFiling'),
  };
}

/** Reads the configuration once, before the first render; when it cannot be read the page's own origin serves. */
export async function loadAppConfig(): Promise<void> {
  try {
    const response = await fetch('/app-config.json', { credentials: 'same-origin' });
    if (response.ok) current = read(await response.json());
  } catch {
    current = fallback;
  }
}

/** The configuration as read at the start. */
export function appConfig(): AppConfig {
  return current;
}
