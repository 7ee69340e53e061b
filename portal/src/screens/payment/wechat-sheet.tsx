import { useSearchParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Card, Notice } from '@exam/ui/parts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../app/api.ts';
import { paymentWords } from '../../messages/payment.ts';
import { ordersChanged, payUrl, resultUrl, type Order } from '../../page/order-data.ts';

/** What WeChat's sign-in brings back to the payment page. */
export type SignedIn = { code: string; state: string };

/** How the sheet ended without a payment, by its own word; null: our own call was refused, and a message has said why. */
export type SheetEnd = 'cancelled' | 'failed' | null;

/** What WeChat puts into the pages that are open inside it. */
type Bridge = {
  invoke: (name: string, fields: Record<string, string>, tell: (said: { err_msg?: string }) => void) => void;
};
declare global {
  interface Window {
    WeixinJSBridge?: Bridge;
  }
}

/** WeChat puts it there within a second; another browser never does. */
const longestWait = 10_000;

async function bridgeHere(): Promise<Bridge | null> {
  if (window.WeixinJSBridge) return window.WeixinJSBridge;
  return await new Promise((resolve) => {
    const late = setTimeout(() => resolve(null), longestWait);
    const hear = () => {
      clearTimeout(late);
      resolve(window.WeixinJSBridge ?? null);
    };
    document.addEventListener('WeixinJSBridgeReady', hear, { once: true });
  });
}

/** Opens the sheet and waits for its end. What it says is no proof of anything. */
async function pay(fields: Record<string, string>): Promise<string> {
  const bridge = await bridgeHere();
  if (bridge === null) return 'get_brand_wcpay_request:fail';
  return await new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', fields, ({ err_msg: said = '' }) => resolve(said));
  });
}

/** What the sign-in brought back, once: it is good once, and the address forgets it at once. */
export function useSignedIn(orderId: string): [SignedIn | null, () => void] {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [signedIn, setSignedIn] = useState<SignedIn | null>(() => {
    const [code, state] = [params.get('code'), params.get('state')];
    return code && state ? { code, state } : null;
  });
  const isInAddress = params.has('code');
  useEffect(() => {
    if (isInAddress) void navigate(payUrl(orderId), { replace: true });
  }, [isInAddress, navigate, orderId]);
  return [signedIn, () => setSignedIn(null)];
}

/** Opens WeChat's sheet for whoever comes back from its sign-in, and then leads to the result, where the server says whether it is paid. */
export function WechatSheet(props: { order: Order; signedIn: SignedIn; onEnd: (end: SheetEnd) => void }) {
  const { order, signedIn, onEnd } = props;
  const words = useMessages(paymentWords).wechat;
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    heading.current?.focus();
    const open = async () => {
      const { fields } = await api('payment.sheet', { body: { orderId: order.id, ...signedIn } });
      const said = await pay(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
      if (said.endsWith(':cancel')) onEnd('cancelled');
      else if (said.includes(':fail')) onEnd('failed');
      else await navigate(resultUrl(order), { replace: true });
    };
    open().catch(() => {
      onEnd(null);
      void ordersChanged();
    });
  });
  return (
    <Card className="grid justify-items-center gap-3 text-center">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {words.title}
      </h2>
      <output>{words.text}</output>
    </Card>
  );
}

/** Says plainly that WeChat's sheet was closed without a payment. */
export function SheetEnded({ end }: { end: 'cancelled' | 'failed' }) {
  const words = useMessages(paymentWords).wechat[end];
  return (
    <Notice tone={end === 'cancelled' ? 'info' : 'warning'} title={words.title} live>
      <p>{words.text}</p>
    </Notice>
  );
}

/** Whether the page is open in the browser inside WeChat. */
export const isInWechat = (): boolean => /MicroMessenger/i.test(navigator.userAgent);

/** How to pay when neither WeChat Pay nor Alipay works inside WeChat. */
export function PayElsewhere() {
  const words = useMessages(paymentWords).wechat.elsewhere;
  return (
    <Notice tone="info" title={words.title}>
      <p>{words.text}</p>
    </Notice>
  );
}
