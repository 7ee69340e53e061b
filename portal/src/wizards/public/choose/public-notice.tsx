import { useMessages } from '@exam/ui/i18n';
import type { ComponentProps } from 'react';
import { registrationWords } from '../../../messages/registration.ts';
import { NoticeFold } from '../../parts/notice-fold.tsx';
import { ExamDayParts, NoticePart, RefundLines } from '../../parts/notice.tsx';

/** What a person has to know of a fixed session: the exam day, refunds, seats. */
export function PublicNotice(props: Omit<ComponentProps<typeof NoticeFold>, 'children' | 'title'>) {
  const { product } = props;
  const words = useMessages(registrationWords).notice;
  return (
    <NoticeFold {...props} title={words.title}>
      <ExamDayParts />
      <NoticePart title={words.refunds}>
        <RefundLines product={product} />
        {product.minimumCandidates > 1 && <li>{words.minimum(product.minimumCandidates)}</li>}
      </NoticePart>
      <NoticePart title={words.seats}>
        <li>{words.seat}</li>
      </NoticePart>
    </NoticeFold>
  );
}
