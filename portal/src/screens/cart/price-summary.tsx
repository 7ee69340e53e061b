import { useMessages } from '@exam/ui/i18n';
import { Money } from '@exam/ui/parts';
import { cartWords } from '../../messages/cart.ts';
import { RefundLine } from '../../page/refund-line.tsx';
import type { CartPrice } from './cart-data.ts';

/** Fees, discounts by product, late-entry charges and what is to be paid; amounts in fen. */
export function PriceSummary({ price }: { price: CartPrice }) {
  return (
    <>
      <Amounts price={price} />
      {price.refund !== undefined && <RefundLine outlook={price.refund} className="mt-2" />}
    </>
  );
}

function Amounts({ price }: { price: CartPrice }) {
  const words = useMessages(cartWords).summary;
  return (
    <dl className="grid gap-1">
      <Row term={words.original} fen={price.totalOriginalAmount} />
      {price.discounts
        .filter((discount) => discount.discountAmount > 0)
        .map((discount) => (
          <Row
            key={discount.discountProductName}
            term={words.discount(discount.discountProductName)}
            fen={-discount.discountAmount}
          />
        ))}
      {price.totalLateEntryChargeAmount > 0 && <Row term={words.lateEntry} fen={price.totalLateEntryChargeAmount} />}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2">
        <dt className="font-bold">{words.pay}</dt>
        <dd>
          <Money fen={price.totalPayAmount} className="text-xl font-bold" />
        </dd>
      </div>
    </dl>
  );
}

function Row({ term, fen }: { term: string; fen: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-ink-2">{term}</dt>
      <dd>
        <Money fen={fen} />
      </dd>
    </div>
  );
}
