import { createHash } from 'node:crypto';
import { randomHex } from '../chance.ts';
import { recordOf, textOf } from '../reading.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Unchecked } from '../reading.ts';
import type { World } from '../world.ts';

/** What the page gave for one person; good once. */
interface Code {
  openid: string;
  at: number;
  isUsed: boolean;
}
type Codes = Map<string, Code>;
type Work = (world: World, codes: Codes, call: { request: FastifyRequest; reply: FastifyReply }) => FastifyReply;

const CODE_LIVES_MS = 5 * 60 * 1000;
/** Until then it is still known that a code was used or is too old. */
const CODE_KNOWN_MS = 3600 * 1000;

const queryOf = (request: FastifyRequest): Unchecked => recordOf(request.query);

/** Who holds the phone: another browser is another person. */
function openidOf(agent: string): string {
  return `o${createHash('sha256').update(agent).digest('base64url').slice(0, 27)}`;
}

/** What is wrong with what the page was asked for, in its own words; undefined when nothing is. */
function wrongPage(world: World, query: Unchecked, agent: string): string | undefined {
  const access = world.access.wechat;
  const back = textOf(query, 'redirect_uri');
  const isAddress = URL.canParse(back) && /^https?:$/.test(new URL(back).protocol);
  if (!/MicroMessenger/i.test(agent)) return '请在微信客户端打开链接';
  if (!access?.appSecret || textOf(query, 'appid') !== access.appId) return 'appid 参数错误';
  if (!isAddress) return 'redirect_uri 参数错误';
  if (textOf(query, 'response_type') !== 'code') return 'response_type 参数错误';
  if (textOf(query, 'scope') !== 'snsapi_base') return 'Scope 参数错误或没有 Scope 权限';
  return /^[a-zA-Z0-9]{0,128}$/.test(textOf(query, 'state')) ? undefined : 'state 参数错误';
}

/** The silent page: whoever comes inside WeChat is sent back at once, with a code for them. */
const authorise: Work = (world, codes, { request, reply }) => {
  const query = queryOf(request);
  const agent = request.headers['user-agent'] ?? '';
  const wrong = wrongPage(world, query, agent);
  if (wrong !== undefined) return reply.code(400).type('text/plain; charset=utf-8').send(wrong);
  const now = world.clock.now();
  for (const [code, { at }] of codes) if (now - at > CODE_KNOWN_MS) codes.delete(code);
  const code = randomHex(32);
  codes.set(code, { openid: openidOf(agent), at: now, isUsed: false });
  const back = new URL(textOf(query, 'redirect_uri'));
  back.searchParams.set('code', code);
  back.searchParams.set('state', textOf(query, 'state'));
  return reply.redirect(back.href, 302);
};

/** Its refusals come with status 200. */
const refused = (errcode: number, errmsg: string) => ({ errcode, errmsg });

const accessToken: Work = (world, codes, { request, reply }) => {
  const query = queryOf(request);
  const access = world.access.wechat;
  if (!access?.appSecret || textOf(query, 'appid') !== access.appId) return reply.send(refused(40013, 'invalid appid'));
  if (textOf(query, 'secret') !== access.appSecret) return reply.send(refused(40125, 'invalid appsecret'));
  if (textOf(query, 'grant_type') !== 'authorization_code') return reply.send(refused(40002, 'invalid grant_type'));
  const known = codes.get(textOf(query, 'code'));
  if (!known) return reply.send(refused(40029, 'invalid code'));
  if (known.isUsed) return reply.send(refused(40163, 'code been used'));
  if (world.clock.now() - known.at > CODE_LIVES_MS) return reply.send(refused(42003, 'code expired'));
  known.isUsed = true;
  return reply.send({
    access_token: randomHex(64),
    expires_in: 7200,
    refresh_token: randomHex(64),
    openid: known.openid,
    scope: 'snsapi_base',
  });
};

/** The sign-in of a WeChat official account as merchants use it to pay inside WeChat: a page and a call, neither of them signed. */
export function wechatSignIn(app: FastifyInstance, world: World): void {
  const codes: Codes = new Map();

  function serve(path: string, name: string, work: Work): void {
    app.get(`/wechat${path}`, async (request, reply) => {
      const fault = await world.faults.meet('gateway', `wechat.${name}`);
      if (fault.mode === 'garbage') return reply.type('text/html').send('<html><body>502 Bad Gateway</body></html>');
      if (fault.mode === 'error') return reply.send(refused(Number(fault.code) || -1, 'system error'));
      if (fault.mode !== 'down') return work(world, codes, { request, reply });
      void reply.hijack();
      request.raw.socket.destroy();
      return reply;
    });
  }
  serve('/connect/oauth2/authorize', 'authorise', authorise);
  serve('/sns/oauth2/access_token', 'token', accessToken);
}
