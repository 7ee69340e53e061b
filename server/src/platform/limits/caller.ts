import { isIPv4, isIPv6 } from 'node:net';

/**
 * Whom a limit by address counts as one caller: an IPv4 address, also where it is written as IPv6, and of IPv6 the network of 64 bits, of which
 * every household and every rented machine has all addresses to itself.
 * @returns the address as it came where it is none.
 */
export function callerOf(address: string): string {
  const groups = groupsOf(address);
  if (groups === null) return address;
  return typeof groups === 'string' ? groups : `${groups.slice(0, 4).join(':')}::/64`;
}

/** Addresses of one firm or of one customer of a carrier share a network: /24 for IPv4, /48 for IPv6. */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (groups === null) return address;
  return typeof groups === 'string' ? groups.split('.').slice(0, 3).join('.') : groups.slice(0, 3).join(':');
}

/** The eight groups of an IPv6 address, without leading noughts; the address itself where it is IPv4, mapped or not; null where it is none. */
function groupsOf(address: string): string[] | string | null {
  if (isIPv4(address)) return address;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return null;
  // There is one way in which an address of the web writes it.
  const [before = '', behind = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, behind].map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...(first ?? []), ...Array.from({ length: 8 }, () => '0'), ...(last ?? [])];
  groups.splice(first?.length ?? 0, groups.length - 8);
  return mappedIn(groups) ?? groups;
}

function mappedIn(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
