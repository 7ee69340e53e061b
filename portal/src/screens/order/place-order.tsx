import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, LinkButton, Notice } from '@exam/ui/parts';
import { orderWords } from '../../messages/order.ts';
import type { CartPrice } from '../cart/cart-data.ts';
import type { Placing, Refusal } from './use-placing.ts';

/** Why the order was refused and the way on; seats have the specification's sentence and its button. */
export function RefusalNotice({ refusal }: { refusal: Refusal | null }) {
  const all = useMessages(orderWords);
  const words = all.confirm;
  if (refusal === null || refusal.code === 'PRICE_CHANGED') return null;
  return (
    <div className="mb-4">
      <Notice tone="error" title={words.refused} live>
        <p>{refusal.userMessage}</p>
        <p className="mt-3 flex flex-wrap gap-3">
          <LinkButton href="/candidate/shopping-cart">{words.back}</LinkButton>
          {refusal.code === 'ORDER_LIMIT' && (
            <LinkButton variant="secondary" href="/candidate/order?status=PaymentPending">
              {words.toOrders}
            </LinkButton>
          )}
        </p>
      </Notice>
    </div>
  );
}

/** The button that orders, and above it the question again when the price has changed meanwhile. */
export function PlaceButton({ placing, price }: { placing: Placing; price: CartPrice }) {
  const words = useMessages(orderWords).confirm;
  const formats = useFormats();
  const { priceBefore } = placing;
  const values = priceBefore && {
    before: formats.money(priceBefore.totalPayAmount),
    now: formats.money(price.totalPayAmount),
  };
  return (
    <>
      {values !== null && (
        <div className="mt-4">
          <Notice tone="warning" title={words.priceChanged} live>
            <p>{words.priceChangedText(values)}</p>
          </Notice>
        </div>
      )}
      <Button className="mt-4 w-full" busy={placing.isPending} onClick={() => placing.submit(price.totalPayAmount)}>
        {words.submit}
      </Button>
    </>
  );
}
