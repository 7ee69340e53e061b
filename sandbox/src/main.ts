import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { programCalls } from './api.ts';
import { createAuthenticators } from './authenticators.ts';
import { createClock } from './clock.ts';
import { deskRoutes } from './desk.ts';
import { createFaults } from './faults.ts';
import { forgetfulJournal, openJournal } from './journal.ts';
import { openLedger } from './ledger.ts';
import { startMailServer } from './mail.ts';
import { recordOf, textOf } from './reading.ts';
import { defaultRetrySeconds, defaultSellerId, settingsFrom } from './settings.ts';
import { cashier } from './trade/cashier.ts';
import { alipayGateway } from './alipay/gateway.ts';
import { alipayDialect } from './alipay/dialect.ts';
import { channelKeys } from './alipay/keys.ts';
import { cardDialect } from './card/dialect.ts';
import { cardGateway } from './card/gateway.ts';
import { createNotifier } from './trade/notifier.ts';
import { unionpayChain } from './unionpay/chain.ts';
import { unionpayDialect } from './unionpay/dialect.ts';
import { unionpayGateway, unionpayPages } from './unionpay/gateway.ts';
import { wechatDialect } from './wechat/dialect.ts';
import { wechatGateway } from './wechat/gateway.ts';
import { wechatSignIn } from './wechat/sign-in.ts';
import { ageTrades } from './trade/trades.ts';
import { smsGateway } from './sms/gateway.ts';
import type { FastifyInstance } from 'fastify';
import type { SandboxOptions } from './settings.ts';
import type { World } from './world.ts';

/** A running sandbox and what others need to know to speak to it. */
export interface Sandbox {
  url: string;
  port: number;
  smtpPort: number;
  /** The channel's public key in base64 on one line. */
  alipayPublicKey: string;
  sellerId: string;
  /** The name and the key of WeChat Pay's own signature. */
  wechat: { keyId: string; publicKey: string };
  /** The certificates that vouch for UnionPay's, PEM; null when it has no merchant. */
  unionpay: { root: string; middle: string; pages: string } | null;
  close(): Promise<void>;
}

/** The name of WeChat Pay's public key, as new merchants get it. */
const WECHAT_KEY_ID = 'PUB_KEY_ID_0119000000012026112100000000000001';
const HEARTBEAT_MS = 500;
const LOCAL = '127.0.0.1';

function createWorld(options: SandboxOptions, publicUrl: () => string): World {
  const ledger = openLedger(options.dataDir === undefined ? forgetfulJournal : openJournal(options.dataDir));
  const clock = createClock(ledger, options.clock);
  const faults = createFaults();
  const keys = channelKeys(options.dataDir, 'alipay');
  const { access = {} } = options;
  // Keys take a moment to make: only a channel that is spoken to has its own.
  const wechatPair = access.wechat ? channelKeys(options.dataDir, 'wechat') : keys;
  const wechatKeys = { privateKey: wechatPair.privateKey, publicKey: wechatPair.publicKey, keyId: WECHAT_KEY_ID };
  const chain = access.unionpay ? unionpayChain(options.dataDir) : undefined;
  const chainOf = () => chain ?? unionpayChain(undefined);
  const merchant = {
    name: options.merchantName ?? 'Examport 考途',
    appId: options.appId ?? '',
    sellerId: options.sellerId ?? defaultSellerId,
    appPublicKey: options.appPublicKey,
  };
  const retrySeconds = options.retrySeconds ?? defaultRetrySeconds;
  const dialects = {
    alipay: alipayDialect({ clock, keys, merchant }),
    wechat: wechatDialect({ clock, access: access.wechat, keys: wechatKeys }),
    unionpay: unionpayDialect({ clock, chain: chainOf }),
    card: cardDialect({ clock, access: access.card }),
  };
  const notifier = createNotifier({ ledger, clock, faults, dialects, retrySeconds });
  const authenticators = createAuthenticators();
  const shared = { ledger, authenticators, clock, faults, keys, merchant, notifier, dialects, access, wechatKeys };
  return { ...shared, unionpayChain: chainOf, smsAccess: options.smsAccess, publicUrl };
}

async function createApp(world: World): Promise<FastifyInstance> {
  const app = fastify({ logger: false, bodyLimit: 1024 * 1024, forceCloseConnections: true });
  await app.register(formbody);
  app.addHook('onRequest', async (request, reply) => {
    // Another site open in the same browser must not move this clock or settle these payments.
    const own = request.url.startsWith('/api/') || /^\/(?:clock|faults|payments)\b/.test(request.url);
    if (own && request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site') {
      return reply.code(403).send({ code: 'CROSS_SITE' });
    }
    const lang = textOf(recordOf(request.query), 'lang');
    if (lang === 'zh-CN' || lang === 'en-GB')
      reply.header('set-cookie', `sandbox_lang=${lang}; Path=/; SameSite=Lax; Max-Age=31536000`);
    return undefined;
  });
  programCalls(app, world);
  deskRoutes(app, world);
  alipayGateway(app, world);
  await app.register(async (scope) => wechatGateway(scope, world));
  wechatSignIn(app, world);
  unionpayGateway(app, world);
  cardGateway(app, world);
  cashier(app, world);
  await app.register(async (scope) => smsGateway(scope, world));
  return app;
}

/**
 * Starts the outside world: payment channel, SMS service, mail server, inbox.
 * @throws the system's error (`EADDRINUSE`, `EACCES`, `EROFS` ...) when a port or the folder cannot be had
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? LOCAL;
  let url = '';
  const world = createWorld(options, () => options.publicUrl ?? url);
  const app = await createApp(world);
  await app.listen({ host, port: options.port ?? 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  url = `http://${host === '0.0.0.0' || host === '::' ? LOCAL : host}:${port}`;
  const mail = await startMailServer(world, { host, port: options.smtpPort ?? 0 }).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const heartbeat = setInterval(() => ageTrades(world), HEARTBEAT_MS);
  world.notifier.resume();
  return {
    url,
    port,
    smtpPort: mail.port,
    alipayPublicKey: world.keys.publicKey,
    sellerId: world.merchant.sellerId,
    wechat: { keyId: world.wechatKeys.keyId, publicKey: world.wechatKeys.publicKey },
    unionpay: world.access.unionpay
      ? { ...pick(world.unionpayChain()), pages: unionpayPages(world.publicUrl()) }
      : null,
    close: async () => {
      clearInterval(heartbeat);
      world.notifier.stop();
      await Promise.all([app.close(), mail.close()]);
    },
  };
}

const pick = ({ root, middle }: { root: string; middle: string }) => ({ root, middle });

function reasonOf(error: unknown, options: SandboxOptions): string {
  const fact = recordOf(error);
  const port = textOf(fact, 'port');
  if (textOf(fact, 'code') === 'EADDRINUSE') {
    const setting = port === String(options.smtpPort) ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT';
    return `port ${port} on ${options.host ?? LOCAL} is already in use; stop the other program or set ${setting}.`;
  }
  if (['EACCES', 'EROFS', 'ENOSPC', 'EPERM'].includes(textOf(fact, 'code')) && options.dataDir !== undefined) {
    return `cannot write to SANDBOX_DATA_DIR ${options.dataDir} (${textOf(fact, 'code')}).`;
  }
  return textOf(fact, 'message') || String(error);
}

async function run(): Promise<void> {
  const { options, problems } = settingsFrom(process.env);
  for (const problem of problems) console.error(`Sandbox: ${problem}`);
  if (problems.length > 0) process.exit(1);
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    console.error(`Sandbox: ${reasonOf(error, options)}`);
    process.exit(1);
  });
  const end = (): void => {
    // Whoever started us is waiting or gone: an open connection must not keep the process alive.
    setTimeout(() => process.exit(0), 3000).unref();
    void sandbox.close().finally(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (process.env['SANDBOX_EXIT_WITH_PARENT'] === '1') {
    process.stdin.resume();
    process.stdin.once('end', end);
    process.stdin.once('error', end);
  }
  const { port, smtpPort, alipayPublicKey, sellerId, wechat, unionpay } = sandbox;
  console.log(JSON.stringify({ ready: true, port, smtpPort, alipayPublicKey, sellerId, wechat, unionpay }));
}

if (import.meta.main) await run();
