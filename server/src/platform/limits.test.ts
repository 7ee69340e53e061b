import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { clearLimit, takeLimit } from '#platform/limits';
import { callerOf, networkOf } from '#platform/limits/caller';
import { openTestPlatform } from '#testing/app';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
beforeEach(() => setClockOffset(0));
afterAll(() => close());

async function takesOf(times: number, key: string): Promise<number> {
  const takes = await Promise.allSettled(Array.from({ length: times }, () => takeLimit('invitation.account', key)));
  return takes.filter(({ status }) => status === 'fulfilled').length;
}

describe('a limit', () => {
  it('gives so many and no more, however many ask at once [T12 ASVS-2.3.2]', async () => {
    expect(await takesOf(20, 'first')).toBe(5);
    expect(await takesOf(1, 'somebody else')).toBe(1);
  });

  it('says when to come again, and keeps its word [S-1]', async () => {
    await takesOf(5, 'second');

    const refusal: unknown = await takeLimit('invitation.account', 'second').catch((error: unknown) => error);

    expect(refusal).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    const seconds =
      typeof refusal === 'object' && refusal && 'retryAfterSeconds' in refusal ? Number(refusal.retryAfterSeconds) : 0;
    expect(seconds).toBeGreaterThan(590);
    await setClockOffset(seconds + 5);
    expect(await takesOf(20, 'second')).toBe(5);
  });

  it('holds in every window, not only from the hour on the hour', async () => {
    let taken = 0;
    for (let offset = 0; offset < 1200; offset += 100) {
      await setClockOffset(offset);
      taken += await takesOf(5, 'third');
    }

    // Twenty minutes have two full windows; a third begins at 1100 s at the earliest.
    expect(taken).toBe(10);
  });

  it('is given back by what proves a person right', async () => {
    await takesOf(5, 'fourth');

    await clearLimit('invitation.account', 'fourth');

    expect(await takesOf(5, 'fourth')).toBe(5);
  });

  it.each([
    ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['an IPv4 address written as IPv6 in hexadecimal', '0:0:0:0:0:FFFF:cb00:7109', '203.0.113.9'],
    ['the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the network of an IPv6 address in short', '2001:DB8::1', '2001:db8:0:0::/64'],
    ['the network of an IPv6 address with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['whoever hung up', 'unknown', 'unknown'],
  ])('by address counts as one caller %s [T3 T27]', (_, address, caller) => {
    expect(callerOf(address)).toBe(caller);
  });

  it('by address is one for all addresses of an IPv6 network, and another for the next network [T3 T27]', async () => {
    const tried = async (network: string) => {
      const takes = Array.from({ length: 21 }, (_, at) => takeLimit('invitation.ip', `2001:db8:0:${network}::${at}`));
      return (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled').length;
    };

    expect([await tried('a'), await tried('b')]).toEqual([20, 20]);
  });

  it('knows the network of an address', () => {
    expect([
      networkOf('203.0.113.9'),
      networkOf('::ffff:203.0.113.9'),
      networkOf('2001:db8:1:2::3'),
      networkOf('2001:db8::3'),
    ]).toEqual(['203.0.113', '203.0.113', '2001:db8:1', '2001:db8:0']);
  });
});
