import { describe, expect, it } from 'vitest';
import { CallError, createClient, type Problem } from './client.ts';

/** A client over a wire that answers so; it notes what the person would be told. */
function clientOver(answer: () => Promise<Response>) {
  const told: Problem[] = [];
  const call = createClient({
    baseUrl: '',
    language: () => 'en',
    csrfToken: () => null,
    onProblem: (problem) => told.push(problem),
    fetch: answer,
  });
  return { call, told };
}

/** An answer whose wire breaks in the middle of its body. */
async function brokenOff(status: number): Promise<Response> {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"code":'));
    },
    pull(controller) {
      controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { status });
}

describe('a call', () => {
  it('whose answer breaks off in the middle is a call without an answer, and the person is told', async () => {
    const { call, told } = clientOver(() => brokenOff(200));
    const refused = await call('captcha.get', { query: {} }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallError);
    expect(refused).toHaveProperty('problem.code', 'NETWORK');
    expect(told.map(({ code }) => code)).toEqual(['NETWORK']);
  });

  it('whose answer is of somebody else on the way, no JSON, is a call without an answer', async () => {
    const { call } = clientOver(async () => new Response('<html>Sign in to the network</html>', { status: 200 }));
    await expect(call('captcha.get', { query: {} })).rejects.toHaveProperty('problem.code', 'NETWORK');
  });

  it('whose refusal breaks off in the middle keeps the status of the refusal', async () => {
    const { call } = clientOver(() => brokenOff(503));
    await expect(call('captcha.get', { query: {} })).rejects.toHaveProperty('problem.status', 503);
  });

  it('that the page gave up while its answer came is no problem of which anybody is told', async () => {
    const giveUp = new AbortController();
    const { call, told } = clientOver(async () => {
      giveUp.abort();
      return await brokenOff(200);
    });
    const ended = await call('captcha.get', { query: {} }, { signal: giveUp.signal }).catch((error: unknown) => error);
    expect(ended).not.toBeInstanceOf(CallError);
    expect(told).toEqual([]);
  });

  it.each([
    ['goes on after its page when it is asked to', 100, true],
    ['too long for that goes as any other, and is not refused by the browser', 64_000, false],
  ])('%s', async (_what, length, isKept) => {
    const sent: RequestInit[] = [];
    const call = createClient({
      baseUrl: '',
      language: () => 'en',
      csrfToken: () => null,
      fetch: async (_input, init) => {
        sent.push(init ?? {});
        return Response.json({ version: 1, updatedAt: '2026-11-21T00:00:00.000Z' });
      },
    });
    const request = { params: { kind: 'public' }, body: { json: 'x'.repeat(length) } } as const;
    await call('draft.save', request, { outlivesPage: true });
    await call('draft.save', request);
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([isKept, false]);
  });
});
