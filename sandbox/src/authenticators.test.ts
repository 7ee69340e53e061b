import { describe, expect, it } from 'vitest';
import { authenticatorOf } from './authenticators.ts';
import { callJson, sandboxForTest } from './witness.testing.ts';

describe('an authenticator', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_234_567_890, '89005924'],
    [20_000_000_000, '65353130'],
  ])('shows at second %i what RFC 6238 says', (seconds, eightDigits) => {
    const authenticator = authenticatorOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');

    expect(authenticator?.generate({ timestamp: seconds * 1000 })).toBe(eightDigits.slice(2));
  });

  it('reads base32 as an authenticator does', () => {
    const key = authenticatorOf('gezd gnbv GY3TQOJQGEZDGNBVGY3TQOJQ')?.secret.utf8;

    expect(key).toBe('12345678901234567890');
    expect(authenticatorOf('01')).toBeUndefined();
    expect(authenticatorOf('')).toBeUndefined();
  });
});

describe('the sandbox', () => {
  it('shows the codes of those it was told of, and of nobody else', async () => {
    await using sandbox = await sandboxForTest();
    const holders = [{ account: 'officer@examport.example', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }];

    const put = await callJson(sandbox, '/api/totp', 'PUT', holders);
    const known = await callJson(sandbox, '/api/totp?account=OFFICER@examport.example', 'GET');
    const unknown = await callJson(sandbox, '/api/totp?account=nobody@examport.example', 'GET');
    const wrong = await callJson(sandbox, '/api/totp', 'PUT', [{ account: 'x', secret: '0' }]);
    const page = await (await fetch(`${sandbox.url}/codes?lang=zh-CN`)).text();

    expect([put.status, unknown.status, wrong.status]).toEqual([200, 404, 400]);
    expect(known.json).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), secondsRemaining: expect.any(Number) });
    expect(page).toContain('officer@examport.example');
    expect(page).not.toContain('GEZDGNBV');
  });
});
