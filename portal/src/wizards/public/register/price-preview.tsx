import type { SavedCandidate } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { Card, Money } from '@exam/ui/parts';
import { useNames, type Product } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { candidateName } from '../../../page/candidates.ts';
import { RefundLine } from '../../../page/refund-line.tsx';
import { outlookOf, priceOf, type Sitting } from '../choose/sittings.ts';
import { optionName, optionOf } from '../subject-options.ts';
import { SectionHead } from '../../parts/confirmation/section-head.tsx';

/** What these candidates would pay if they were ordered together now. */
export function PricePreview(props: {
  product: Product;
  sittings: readonly Sitting[];
  candidates: readonly SavedCandidate[];
}) {
  const words = useMessages(registrationWords).confirm;
  const { product, sittings, candidates } = props;
  const { nameOf } = useNames();
  const ids = candidates.map((candidate) => candidate.id);
  const price = priceOf(sittings, ids);
  if (price === null) return null;
  const isOne = sittings.length === 1;
  const lines = sittings.flatMap(({ subjectIds: [first] }) => {
    const option = optionOf(product, first);
    const subject = option === undefined ? '' : optionName(option, nameOf);
    return candidates.map((candidate) => ({
      key: `${first} ${candidate.id}`,
      term: isOne ? candidateName(candidate) : `${candidateName(candidate)} · ${subject}`,
    }));
  });
  return (
    <section>
      <SectionHead title={words.price} />
      <Card>
        <dl className="prices">
          {lines.map(({ key, term }, index) => (
            <Row key={key} term={term} fen={price.lines[index]?.originalAmount ?? 0} />
          ))}
          {price.tierDiscountAmount > 0 && <Row term={words.discount} fen={-price.tierDiscountAmount} />}
          {price.lateEntryChargeAmount > 0 && <Row term={words.lateCharge} fen={price.lateEntryChargeAmount} />}
          <Row term={words.total} fen={price.payAmount} isTotal />
        </dl>
        <RefundLine outlook={outlookOf(sittings, price)} className="mt-3" />
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
