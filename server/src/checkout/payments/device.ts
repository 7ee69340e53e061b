import type { IncomingHttpHeaders } from 'node:http';
import type { Device } from '#books/channels';

/** Whether the payer sits at a computer, holds the phone that would have to scan the code, or is inside WeChat (3-domain 7). */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  if (/MicroMessenger/i.test(headers['user-agent'] ?? '')) return 'wechat';
  if (headers['sec-ch-ua-mobile'] === '?1') return 'phone';
  return /Mobi|Android|iPhone|iPad|AlipayClient/i.test(headers['user-agent'] ?? '') ? 'phone' : 'desktop';
}

/** Whether the payer uses Apple's own browser, the only one with its sheet. */
export function isAppleBrowser(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  return (
    /iPhone|iPad|Macintosh/.test(agent) && /Safari\//.test(agent) && !/Chrom|CriOS|FxiOS|Edg|MicroMessenger/.test(agent)
  );
}
