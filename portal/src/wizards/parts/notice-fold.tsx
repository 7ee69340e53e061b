import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { useNames, type Product } from '../../app/catalogue.ts';
import { registrationWords } from '../../messages/registration.ts';
import { Guide } from './notice.tsx';

/** What a person has to know, folded, and the box that says it was read and is agreed to. What is special about the exam is never folded. */
export function NoticeFold(props: {
  product: Product;
  title: string;
  isAgreed: boolean;
  error: string | undefined;
  onAgreed: (isAgreed: boolean) => void;
  children: ReactNode;
}) {
  const words = useMessages(registrationWords).notice;
  const { noticeOf } = useNames();
  const special = noticeOf(props.product);
  return (
    <section className="mb-6 max-w-3xl">
      {special !== null && (
        <Notice tone="warning" title={words.special}>
          <p>{special}</p>
        </Notice>
      )}
      <details>
        <summary className="min-h-11 cursor-pointer py-2">{props.title}</summary>
        <div className="grid gap-6 pt-3">
          {props.children}
          <Guide product={props.product} />
        </div>
      </details>
      <CheckboxField
        id="agree"
        label={words.agree}
        error={props.error}
        checked={props.isAgreed}
        onChange={(event) => props.onAgreed(event.target.checked)}
      />
    </section>
  );
}
