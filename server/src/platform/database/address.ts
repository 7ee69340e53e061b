/** A server that may hold the database; a host that begins with a slash is a socket directory. */
export type Place = { host: string; port: number };

/** Where a database is: `single` names the first place only, as the driver takes it; `places` all of them, in turn. */
export type Address = { single: string; places: readonly Place[] };

const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
const onePlace = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::(\d{1,5}))?$/i;

/** Which servers are good enough: ours must be one that can be written to. */
const sessionKinds = new Set(['any', 'read-write', 'primary']);

/**
 * Reads a DATABASE_URL, which may name several hosts as libpq takes them: `postgresql://user@one:5432,two:5432/examport`
 * with or without `target_session_attrs=read-write`. Of several the one that can be written to is used, whatever that says.
 * @returns null when it is not an address of a PostgreSQL.
 */
export function readAddress(url: string): Address | null {
  const [, start = '', hosts = '', database = '', query = ''] = parts.exec(url) ?? [];
  if (start === '') return null;
  const settings = new URLSearchParams(query);
  if (!sessionKinds.has(settings.get('target_session_attrs') ?? 'any')) return null;
  settings.delete('target_session_attrs');
  const words = hosts.split(',');
  const places = words.map(readPlace);
  if (places.some((place) => place === null)) return null;
  const rest = settings.size > 0 ? `?${settings.toString()}` : '';
  const single = `${start}${words[0]}${database}${rest}`;
  return URL.canParse(single) ? { single, places: places.filter((place) => place !== null) } : null;
}

function readPlace(word: string): Place | null {
  const [, host, port] = onePlace.exec(word) ?? [];
  if (host === undefined || Number(port ?? 0) > 65_535) return null;
  try {
    return { host: decodeURIComponent(host.replace(/^\[(.+)\]$/, '$1')), port: Number(port ?? 5432) };
  } catch {
    return null;
  }
}
