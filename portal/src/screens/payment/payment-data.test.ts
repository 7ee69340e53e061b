import { describe, expect, it } from 'vitest';
import { payableUrl } from './payment-data.ts';
import { qrPath } from './qr-path.ts';

describe('where a payment leads', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '/payment', ''])('is never %s [T10]', (address) => {
    expect(payableUrl(address)).toBeNull();
  });

  it('is a page of the channel', () => {
    expect(payableUrl('https://openapi.alipay.example/gateway.do?x=1')).toBe(
      'https://openapi.alipay.example/gateway.do?x=1',
    );
  });
});

describe('the code to scan', () => {
  it('is drawn with four modules of quiet zone and the finder at its corner', async () => {
    const { side, path } = await qrPath('https://qr.alipay.com/bax03431ljhokirwl38f00a7');

    // 33 modules for 47 bytes at level M (ISO/IEC 18004, version 4), and the border on both sides.
    expect(side).toBe(41);
    expect(path.startsWith('M4 4h7v1h-7z')).toBe(true);
  });
});
