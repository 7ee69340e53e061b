import type { IncomingHttpHeaders } from 'node:http';

/** Whether the payer sits at a computer or holds the phone that would have to scan the code (3-domain 7). */
export function deviceOf(headers: IncomingHttpHeaders): 'desktop' | 'phone' {
  if (headers['sec-ch-ua-mobile'] === '?1') return 'phone';
  return /Mobi|Android|iPhone|iPad|MicroMessenger|AlipayClient/i.test(headers['user-agent'] ?? '')
    ? 'phone'
    : 'desktop';
}

/** Whether the payer uses Apple's own browser, the only one with its sheet. */
export function isAppleBrowser(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent'] ?? '';
  return (
    /iPhone|iPad|Macintosh/.test(agent) && /Safari\//.test(agent) && !/Chrom|CriOS|FxiOS|Edg|MicroMessenger/.test(agent)
  );
}

/** Whether the page is open in the browser inside WeChat. */
export function isInWechat(headers: IncomingHttpHeaders): boolean {
  return /MicroMessenger/i.test(headers['user-agent'] ?? '');
}
