import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { placeOf } from './stage/places.ts';
import { goTo, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();
const folder = mkdtempSync(join(tmpdir(), 'no-way-out-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every way of a Node process to the outside, its child's with a bare environment among them; and two ways that stay here. */
const program = `
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup, resolve4 } from 'node:dns/promises';
import { Resolver } from 'node:dns';
import { get } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Worker } from 'node:worker_threads';

const said = [];
const answer = (name) => (error) => said.push(name + ' ' + (error?.message ?? error?.code ?? 'open'));
const ofSocket = (name, socket) => new Promise((done) => {
  const end = (error) => { answer(name)(error); socket.destroy(); done(); };
  socket.once('error', end); socket.once('connect', () => end());
});
const childText = "fetch('http://192.0.2.6').catch(() => undefined)";
const ofChild = (child) => new Promise((done) => child.once('exit', done));

await fetch('https://one.example/a').catch(({ cause }) => answer('fetch')(cause));
await new Promise((done) => get('https://two.example').once('error', (error) => { answer('https')(error); done(); }));
await ofSocket('tcp', connect(443, '192.0.2.1'));
await ofSocket('tls', connectTls({ host: '192.0.2.2', port: 443 }));
await lookup('three.example').catch(answer('lookup'));
await resolve4('four.example').catch(answer('resolve'));
await new Promise((done) => new Resolver().resolveTxt('five.example', (error) => { answer('resolver')(error); done(); }));
try { createSocket('udp4').send('x', 53, '192.0.2.3'); } catch (error) { answer('udp')(error); }
await ofChild(spawn(process.execPath, ['-e', childText], { env: {} }));
await ofChild(new Worker(childText.replace('.6', '.7'), { eval: true }));
await ofSocket('here', connect(Number(process.argv[1]), '127.0.0.1'));
await ofSocket('named', connect({ port: Number(process.argv[1]), host: 'localhost' }));
console.log(JSON.stringify(said));
process.exit();
`;

it('a process of the stage reaches this machine and nothing else, and each try is noted [PIPL-38]', async () => {
  const file = join(folder, 'calls.log');
  const here = createServer((socket) => socket.destroy()).listen(0);
  const address = here.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const hook = JSON.stringify(join(import.meta.dirname, 'stage/no-way-out.ts'));
  const env = { ...process.env, NODE_OPTIONS: `--require ${hook}`, OUTWARD_CALLS: file };

  const given = ['--input-type=module', '-e', program, String(port)];
  const { stdout } = await promisify(execFile)(process.execPath, given, { env });
  here.close();

  const said: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(said).toEqual([
    'fetch No way out: connection to one.example:443',
    'https No way out: connection to two.example:443',
    'tcp No way out: connection to 192.0.2.1:443',
    'tls No way out: connection to 192.0.2.2:443',
    'lookup No way out: question to three.example',
    'resolve No way out: question to four.example',
    'resolver No way out: question to five.example',
    'udp No way out: datagram to 192.0.2.3',
    'here open',
    'named open',
  ]);
  const noted = readFileSync(file, 'utf8').trim().split('\n');
  expect(noted.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'connection to one.example:443',
    'connection to two.example:443',
    'connection to 192.0.2.1:443',
    'connection to 192.0.2.2:443',
    'question to three.example',
    'question to four.example',
    'question to five.example',
    'datagram to 192.0.2.3',
    'connection to 192.0.2.6:80',
    'connection to 192.0.2.7:80',
  ]);
});

it('a page of the stage has no way out either, and the visitor says what it wanted [PIPL-38 T25]', async () => {
  const visitor = await visit({ language: 'en' });
  const { page } = visitor;
  await goTo(visitor, '/');
  const loads = (address: string) =>
    page.evaluate(
      `new Promise((done) => { const picture = new Image(); picture.onload = () => done(true); picture.onerror = () => done(false); picture.src = '${address}'; })`,
    );
  // The content policy would not even ask: a page without one does.
  await page.goto(`${placeOf('outside')}/`);
  visitor.complaints.splice(0);

  const outcomes = [await loads('http://pictures.example/a.png'), await loads('http://192.0.2.9/b.png')];

  expect(outcomes).toEqual([false, false]);
  const said = visitor.complaints.splice(0).join('\n');
  for (const address of ['http://pictures.example/a.png', 'http://192.0.2.9/b.png'])
    expect(said).toContain(`called ${address}`);
});
