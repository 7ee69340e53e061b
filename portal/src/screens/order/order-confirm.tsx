import { useSearchParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, EmptyState, LinkButton, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orderWords } from '../../messages/order.ts';
import { Loaded } from '../../page/loaded.tsx';
import { cartPageSize, confirmUrl } from '../cart/cart-data.ts';
import { PriceSummary } from '../cart/price-summary.tsx';
import { confirmLines, type ConfirmLine, confirmPrice } from './confirm-data.ts';
import { ConfirmTable } from './confirm-table.tsx';
import { PlaceButton, RefusalNotice } from './place-order.tsx';
import { usePlacing } from './use-placing.ts';

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The chosen lines of the cart once more, with every column the specification names, and the button that orders them. */
export function OrderConfirm() {
  const words = useMessages(orderWords).confirm;
  const { language } = useLanguage();
  const [params] = useSearchParams();
  const raw = params.get('ids') ?? '';
  const ids = useMemo(() => [...new Set(raw.split(',').filter((each) => id.test(each)))].slice(0, cartPageSize), [raw]);
  const lines = useQuery(confirmLines(language, ids));
  return (
    <div className="page-width py-8">
      <h1 className="mb-4 text-3xl">{words.title}</h1>
      <Loaded query={lines}>
        {(found) =>
          found.length === 0 ? <Nothing /> : <Confirming key={raw} lines={found} missing={ids.length - found.length} />
        }
      </Loaded>
    </div>
  );
}

function Nothing() {
  const words = useMessages(orderWords).confirm;
  return (
    <EmptyState
      title={words.nothing}
      action={
        <>
          <LinkButton href="/candidate/shopping-cart">{words.back}</LinkButton>
          <LinkButton href="/candidate/order" variant="secondary">
            {words.toOrders}
          </LinkButton>
        </>
      }
    >
      <p>{words.nothingText}</p>
    </EmptyState>
  );
}

function Confirming({ lines, missing }: { lines: readonly ConfirmLine[]; missing: number }) {
  const words = useMessages(orderWords).confirm;
  const { language } = useLanguage();
  const ids = lines.map((line) => line.applicationId);
  const asked = useQuery(confirmPrice(language, ids));
  const placing = usePlacing(ids, asked.data);
  return (
    <>
      <p className="mb-4 text-ink-2">{words.intro}</p>
      {missing > 0 && (
        <div className="mb-4">
          <Notice tone="warning">{words.some(missing)}</Notice>
        </div>
      )}
      <RefusalNotice refusal={placing.refusal} />
      <Loaded query={asked}>
        {(first) => {
          const price = placing.price ?? first;
          return (
            <>
              <ConfirmTable lines={lines} price={price} before={placing.priceBefore} refusal={placing.refusal} />
              <Card className="mt-6 ml-auto max-w-form">
                <p className="mb-2 text-ink-2">{words.count(lines.length)}</p>
                <PriceSummary price={price} />
                <PlaceButton placing={placing} price={price} />
                <LinkButton variant="quiet" className="mt-2 w-full" href="/candidate/shopping-cart">
                  {words.back}
                </LinkButton>
              </Card>
              <LeaveOut lines={lines} refused={placing.refusal?.lines ?? {}} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Where single lines were refused, the way on with the others. */
function LeaveOut(props: { lines: readonly ConfirmLine[]; refused: Readonly<Record<string, string>> }) {
  const words = useMessages(orderWords).confirm;
  const rest = props.lines.map((line) => line.applicationId).filter((each) => props.refused[each] === undefined);
  if (rest.length === 0 || rest.length === props.lines.length) return null;
  return (
    <p className="mt-4 text-right">
      <LinkButton variant="secondary" href={confirmUrl(rest)}>
        {words.leaveOut}
      </LinkButton>
    </p>
  );
}
