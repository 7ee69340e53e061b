import type { SavedCandidate } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { Card, Money } from '@exam/ui/parts';
import { registrationWords } from '../../../messages/registration.ts';
import { candidateName } from '../../parts/candidates/candidates.ts';
import { RefundLine } from '../../../page/refund-line.tsx';
import { outlookOf, priceOf, type Session } from '../choose/chosen-session.ts';
import { SectionHead } from '../../parts/confirmation/section-head.tsx';

/** What these candidates would pay if they were ordered together now. */
export function PricePreview(props: {
  session: Session;
  subjectIds: readonly string[];
  candidates: readonly SavedCandidate[];
}) {
  const words = useMessages(registrationWords).confirm;
  const ids = props.candidates.map((candidate) => candidate.id);
  const price = priceOf(props.session, props.subjectIds, ids);
  if (price === null) return null;
  return (
    <section>
      <SectionHead title={words.price} />
      <Card>
        <dl className="prices">
          {props.candidates.map((candidate, index) => (
            <Row key={candidate.id} term={candidateName(candidate)} fen={price.lines[index]?.originalAmount ?? 0} />
          ))}
          {price.tierDiscountAmount > 0 && <Row term={words.discount} fen={-price.tierDiscountAmount} />}
          {price.lateEntryChargeAmount > 0 && <Row term={words.lateCharge} fen={price.lateEntryChargeAmount} />}
          <Row term={words.total} fen={price.payAmount} isTotal />
        </dl>
        <RefundLine outlook={outlookOf(props.session, price)} className="mt-3" />
        <p className="mt-3 text-ink-2">{words.priceNote}</p>
      </Card>
    </section>
  );
}

function Row({ term, fen, isTotal = false }: { term: string; fen: number; isTotal?: boolean }) {
  return (
    <div className={isTotal ? 'prices-total' : undefined}>
      <dt>{term}</dt>
      <dd>
        <Money fen={fen} />
      </dd>
    </div>
  );
}
