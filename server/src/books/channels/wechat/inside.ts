import { millisecondsBetween } from '@exam/contract/rules';
import * as z from 'zod/mini';
import { randomBytes } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import { callOut, NetworkError } from '#platform/network';
import { ChannelSilent, type Sheet, type StartRequest } from '../channel.ts';
import type { WechatClient, WechatSettings, WechatSignIn } from './client.ts';

type Settings = WechatSettings & { signIn: WechatSignIn };

/** The page that signs the payer in without a word and leads back with a code. The fragment is WeChat's own rule. */
export function signInPage({ appId, signIn }: Settings, { back }: StartRequest): string {
  const query = new URLSearchParams([
    ['appid', appId],
    ['redirect_uri', back.url],
    ['response_type', 'code'],
    ['scope', 'snsapi_base'],
    ['state', back.state],
  ]);
  return `${signIn.page}?${query.toString()}#wechat_redirect`;
}

/** A code that is wrong, was used, or is too old. */
const codeRefusals: ReadonlySet<number> = new Set([40029, 40163, 41008, 42003]);
/** The number belongs to another payer or another way, or is closed or paid; the first word is used for several of these. */
const tradeRefusals: ReadonlySet<unknown> = new Set([
  'INVALID_REQUEST',
  'OUT_TRADE_NO_USED',
  'ORDER_CLOSED',
  'ORDERPAID',
]);

/**
 * The sheet of WeChat Pay for whoever signed in. The code is exchanged for their name at our official account; the name goes into the trade and
 * is stored nowhere.
 */
export async function openSheet(
  client: WechatClient,
  settings: Settings,
  { content, code }: { content: object; code: string },
): Promise<Sheet> {
  const openid = await openidOf(settings, code);
  if (openid === null) return { refused: 'code' };
  const { fields, status } = await client.call('POST', '/v3/pay/transactions/jsapi', { ...content, payer: { openid } });
  if (tradeRefusals.has(fields['code'])) return { refused: 'trade' };
  if (typeof fields['prepay_id'] !== 'string') throw new ChannelSilent(fields['code'] ?? status);
  return { fields: await signedSheet(client, settings, fields['prepay_id']) };
}

/** The fields that open WeChat's sheet, signed as it wants them. */
async function signedSheet(
  client: WechatClient,
  { appId }: Settings,
  prepayId: string,
): Promise<Record<string, string>> {
  const now = await readNowAlone();
  const timeStamp = String(Math.floor(millisecondsBetween('1970-01-01T00:00:00.000Z', now) / 1000));
  const nonceStr = randomBytes(16).toString('hex');
  const packed = `prepay_id=${prepayId}`;
  const paySign = client.sign(`${appId}\n${timeStamp}\n${nonceStr}\n${packed}\n`);
  return { appId, timeStamp, nonceStr, package: packed, signType: 'RSA', paySign };
}

const signedIn = z.object({ openid: z.string().check(z.maxLength(128), z.regex(/^[\w-]+$/)) });
const refusal = z.object({ errcode: z.int() });

/** Who a code is for; null for a code that is not good (any more). */
async function openidOf({ appId, signIn }: Settings, code: string): Promise<string | null> {
  const address = new URL(signIn.endpoint);
  for (const [name, value] of [
    ['appid', appId],
    ['secret', signIn.appSecret],
    ['code', code],
    ['grant_type', 'authorization_code'],
  ] as const)
    address.searchParams.set(name, value);
  const told = jsonOf(await textAt(address));
  const good = signedIn.safeParse(told);
  if (good.success) return good.data.openid;
  const refused = refusal.safeParse(told);
  if (refused.success && codeRefusals.has(refused.data.errcode)) return null;
  throw new ChannelSilent(refused.success ? refused.data.errcode : 'no name');
}

/** The answer is not signed: TLS and the secret are all there is. */
async function textAt(address: URL): Promise<string> {
  try {
    const outgoing = { allowedOrigins: [address.origin], timeoutMilliseconds: 5000, maximumBytes: 10_000 };
    return (await callOut(address.href, outgoing)).text;
  } catch (error) {
    throw error instanceof NetworkError ? new ChannelSilent(error) : error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
