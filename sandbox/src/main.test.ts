import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { callJson, sandboxForTest, testMerchant } from './witness.testing.ts';

const program = join(import.meta.dirname, 'main.ts');

function runProgram(environment: Record<string, string>) {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: 'pipe',
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const firstLine = new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  return { child, ended, firstLine, complaint: () => complaint };
}

describe('the sandbox as a process', () => {
  it('says in one line that it is ready, and ends when its parent is gone', async () => {
    const { child, ended, firstLine } = runProgram({ SANDBOX_PORT: '0', SANDBOX_EXIT_WITH_PARENT: '1' });

    const ready: unknown = JSON.parse(await firstLine);
    child.stdin.end();

    expect(ready).toMatchObject({ ready: true, port: expect.any(Number), smtpPort: expect.any(Number) });
    expect(await ended).toBe(0);
  });

  it('says in one line that its port is taken', async () => {
    await using sandbox = await sandboxForTest();

    const { ended, complaint } = runProgram({ SANDBOX_PORT: String(sandbox.port) });

    expect(await ended).toBe(1);
    expect(complaint().trim()).toBe(
      `Sandbox: port ${sandbox.port} on 127.0.0.1 is already in use; stop the other program or set SANDBOX_PORT.`,
    );
  });

  it('names every wrong setting and does not run in production', async () => {
    const { ended, complaint } = runProgram({
      SANDBOX_PORT: 'eighty',
      NODE_ENV: 'production',
      ALIPAY_APP_PUBLIC_KEY: 'x',
    });

    expect(await ended).toBe(1);
    expect(complaint().trim().split('\n')).toHaveLength(3);
  });
});

describe('the sandbox over a restart', () => {
  it('keeps its ledger, its key and its clock, also after a torn line', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const merchant = testMerchant();
    const options = { dataDir, appPublicKey: merchant.appPublicKey };
    const before = await sandboxForTest(options);
    const bizContent = { out_trade_no: 'K-1', total_amount: '10.00', subject: 'TKT' };
    await merchant.sdkFor(before).exec('alipay.trade.precreate', { bizContent }, { validateSign: true });
    await callJson(before, '/api/payments/K-1/settle', 'POST', { outcome: 'paid' });
    await callJson(before, '/api/clock', 'POST', { offsetSeconds: 60 });
    await createTransport({ host: '127.0.0.1', port: before.smtpPort }).sendMail({
      from: 'a@b.test',
      to: 'c@d.test',
      text: 'x',
    });
    const ledger = await callJson(before, '/api/payments');
    await before.close();
    await appendFile(join(dataDir, 'ledger.jsonl'), '{"trade":{"outTra');

    const torn = await sandboxForTest(options);
    await callJson(torn, '/api/clock', 'POST', { offsetSeconds: 90 });
    await torn.close();
    await using after = await sandboxForTest(options);

    expect(after.alipayPublicKey).toBe(before.alipayPublicKey);
    expect((await callJson(after, '/api/payments')).list).toEqual(ledger.list);
    expect((await callJson(after, '/api/messages')).list).toHaveLength(1);
    expect((await callJson(after, '/api/clock')).json).toMatchObject({ offsetSeconds: 90 });
    await rm(dataDir, { recursive: true });
  });
});

/** A portal to which clock moves are passed on. */
async function startPortal(answer: RequestListener) {
  const portal = createServer(answer);
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const place = portal.address();
  const port = typeof place === 'object' && place ? place.port : 0;
  return {
    clock: { url: `http://127.0.0.1:${port}/clock`, secret: 's3cret' },
    [Symbol.asyncDispose]: async () => {
      portal.closeAllConnections();
      portal.close();
    },
  };
}

describe('the clock', () => {
  it('has moved already when what falls due makes the portal call back', async () => {
    let askBack = async (): Promise<unknown> => null;
    const seen: unknown[] = [];
    await using portal = await startPortal((_, response) => {
      void askBack().then((said) => {
        seen.push(said);
        response.writeHead(204).end();
      });
    });
    await using sandbox = await sandboxForTest({ clock: portal.clock });
    askBack = async () => (await callJson(sandbox, '/api/clock')).json;

    await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 1800 });

    expect(seen).toMatchObject([{ offsetSeconds: 1800 }]);
  });

  it('passes a move on with its secret, and stays where it was when the portal does not follow; a word of the portal alone is followed [S-9]', async () => {
    const moves: unknown[] = [];
    let status = 204;
    await using portal = await startPortal((request, response) => {
      request.on('data', (chunk: Buffer) => moves.push([request.headers['x-sandbox-secret'], chunk.toString()]));
      request.on('end', () => response.writeHead(status).end());
    });
    await using sandbox = await sandboxForTest({ clock: portal.clock });

    const tenYears = await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 3653 * 86_400 });
    const moved = await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 1800 });
    status = 403;
    const refused = await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 86400 });

    const farBack = await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: -400_000_000 });

    expect(moves[1]).toEqual(['s3cret', '{"offsetSeconds":1800}']);
    expect(moves).toHaveLength(3);
    expect(tenYears.status).toBe(moved.status);
    expect(refused.json).toEqual({ code: 'CLOCK_NOT_FORWARDED', reason: '403' });
    expect([farBack.status, farBack.json]).toEqual([
      400,
      { code: 'BAD_OFFSET', reason: 'A whole number of seconds, twelve years either way at most.' },
    ]);
    expect([moved.status, refused.status]).toEqual([200, 502]);
    const stayed = await callJson(sandbox, '/api/clock');
    const followed = await callJson(sandbox, '/api/clock', 'PUT', { offsetSeconds: 60 });
    expect([stayed.json, followed.json]).toMatchObject([{ offsetSeconds: 1800 }, { offsetSeconds: 60 }]);
    expect(moves).toHaveLength(3);
  });

  it.each([
    ['moved and broke before it said so', 90, 200],
    ['broke before it moved', 0, 502],
  ])('stands where the portal stands that %s', async (_, stands, status) => {
    await using portal = await startPortal((request, response) => {
      if (request.method === 'POST') return response.writeHead(503).end();
      return response.end(JSON.stringify({ offsetSeconds: stands }));
    });
    await using sandbox = await sandboxForTest({ clock: portal.clock });

    const moved = await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 90 });
    const now = await callJson(sandbox, '/api/clock');

    expect([moved.status, now.json]).toMatchObject([status, { offsetSeconds: stands }]);
  });

  it('follows a portal that says where it stands only after the move was given up', async () => {
    let isAway = true;
    await using portal = await startPortal((request, response) => {
      if (request.method === 'POST' || isAway) return response.writeHead(503).end();
      return response.end(JSON.stringify({ offsetSeconds: 90 }));
    });
    await using sandbox = await sandboxForTest({ clock: { ...portal.clock, doubtMs: 50 } });
    const offset = async () => (await callJson(sandbox, '/api/clock')).json;

    const moved = await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 90 });
    expect([moved.status, await offset()]).toMatchObject([502, { offsetSeconds: 0 }]);
    isAway = false;

    await expect.poll(offset, { interval: 20 }).toMatchObject({ offsetSeconds: 90 });
  });

  it('does not follow what was asked before the portal itself set it', async () => {
    const answers: (() => void)[] = [];
    await using portal = await startPortal((request, response) => {
      if (request.method === 'POST') response.writeHead(503).end();
      else answers.push(() => response.end(JSON.stringify({ offsetSeconds: 90 })));
    });
    await using sandbox = await sandboxForTest({ clock: { ...portal.clock, doubtMs: 50 } });

    await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 90 });
    await callJson(sandbox, '/api/clock', 'PUT', { offsetSeconds: 60 });
    await expect.poll(() => answers.length, { interval: 20 }).toBe(1);
    for (const answer of answers) answer();
    await callJson(sandbox, '/api/clock', 'POST', { offsetSeconds: 60 });

    expect((await callJson(sandbox, '/api/clock')).json).toMatchObject({ offsetSeconds: 60 });
  });

  it('is moved by one after the other: of two at once the two clocks would each keep another', async () => {
    const heard = { now: 0, most: 0, all: 0 };
    await using portal = await startPortal((_, response) => {
      heard.most = Math.max(heard.most, ++heard.now);
      heard.all++;
      setTimeout(() => {
        heard.now--;
        response.writeHead(204).end();
      }, 20);
    });
    await using sandbox = await sandboxForTest({ clock: portal.clock });

    const offsets = [100, 200, 300];
    await Promise.all(offsets.map((offsetSeconds) => callJson(sandbox, '/api/clock', 'POST', { offsetSeconds })));

    expect(heard).toEqual({ now: 0, most: 1, all: 3 });
  });
});
