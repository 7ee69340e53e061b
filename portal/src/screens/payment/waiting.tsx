import { chinaTimeOf } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button, Card, LinkButton, Notice } from '@exam/ui/parts';
import { useEffect, useRef, useState } from 'react';
import { applicationWords } from '../../messages/application.ts';
import { orderWords } from '../../messages/order.ts';
import { paymentWords } from '../../messages/payment.ts';
import { payableUrl, type Started } from './payment-data.ts';
import { QrCode } from './qr-code.tsx';

type Field = { name: string; value: string };

/** Until the payment arrives: the code to scan and the page on this computer, or the way into the phone's app. */
export function Waiting({ started, onOther }: { started: Started; onOther: () => void }) {
  const words = useMessages(paymentWords);
  const { start, paymentType } = started;
  const way = useMessages(orderWords).paymentTypes[paymentType];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const url = payableUrl(start.redirectUrl);
  const isCode = start.qrCode !== null;
  return (
    <Card className="grid justify-items-center gap-3 text-center">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {isCode ? words.qr.title(way) : words.app.title(way)}
      </h2>
      {start.qrCode !== null && <QrCode text={start.qrCode} />}
      {isCode && start.expiresAt !== null && <Until at={start.expiresAt} />}
      {!isCode && <p>{words.app.text}</p>}
      {url !== null && start.redirectFields === null && <Open url={url} isCode={isCode} way={way} />}
      {url !== null && start.redirectFields !== null && (
        <PostForm url={url} fields={start.redirectFields} label={words.app.open(way)} />
      )}
      <output className="font-bold">{words.qr.waiting}</output>
      <Button variant="quiet" onClick={onOther}>
        {words.qr.other}
      </Button>
    </Card>
  );
}

function Until({ at }: { at: string }) {
  const words = useMessages(paymentWords).qr;
  const { times } = useMessages(applicationWords);
  return <p className="text-ink-2">{words.until(times(chinaTimeOf(at)))}</p>;
}

/** The channel's form, posted at once; the button is for whoever comes back to this page. A browser that keeps it from the channel's host says so. */
function PostForm({ url, fields, label }: { url: string; fields: readonly Field[]; label: string }) {
  const words = useMessages(paymentWords).app;
  const form = useRef<HTMLFormElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    const hear = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'form-action') setBlocked(true);
    };
    document.addEventListener('securitypolicyviolation', hear);
    form.current?.requestSubmit();
    return () => document.removeEventListener('securitypolicyviolation', hear);
  }, []);
  return (
    <form ref={form} method="post" action={url} className="grid justify-items-center gap-3">
      {isBlocked && (
        <Notice tone="warning" title={words.blocked} live>
          {words.blockedText}
        </Notice>
      )}
      {fields.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{label}</Button>
    </form>
  );
}

function Open({ url, isCode, way }: { url: string; isCode: boolean; way: string }) {
  const words = useMessages(paymentWords);
  if (!isCode)
    return (
      <LinkButton href={url} referrerPolicy="origin">
        {words.app.open(way)}
      </LinkButton>
    );
  return (
    <div>
      <LinkButton variant="secondary" href={url} target="_blank" rel="noopener" referrerPolicy="origin">
        {words.qr.here}
      </LinkButton>
      <p className="mt-1 text-sm text-ink-2">{words.qr.hereHint}</p>
    </div>
  );
}
