import type { Reply } from '@exam/contract/client';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Card, EmptyState, LinkButton, Pagination, Skeleton } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListParams } from '../../page/list-params.ts';
import { cartWords } from '../../messages/cart.ts';
import { Loaded } from '../../page/loaded.tsx';
import { cartLines, cartPrice, confirmUrl, type CartLine, type CartPrice } from './cart-data.ts';
import { CartTicket } from './cart-line.tsx';
import { PriceSummary } from './price-summary.tsx';
import { RemoveLine } from './remove-line.tsx';

/** The cart: priced again on every opening, its lines chosen one by one, what is in a line's way said in words. */
export function Cart() {
  const words = useMessages(cartWords);
  const { language } = useLanguage();
  const { page, setPage } = useListParams(['all']);
  const lines = useQuery(cartLines(language, page));
  return (
    <div className="page-width py-8">
      <h1 className="mb-6 text-3xl">{words.title}</h1>
      <Loaded query={lines}>
        {(data) => (data.list.length === 0 ? <EmptyCart /> : <FilledCart key={page} data={data} onPage={setPage} />)}
      </Loaded>
    </div>
  );
}

function EmptyCart() {
  const words = useMessages(cartWords);
  return (
    <EmptyState
      title={words.empty}
      action={
        <>
          <LinkButton href="/exam-all">{words.chooseExam}</LinkButton>
          <LinkButton href="/candidate/application" variant="secondary">
            {words.myExams}
          </LinkButton>
        </>
      }
    >
      <p>{words.emptyText}</p>
    </EmptyState>
  );
}

function FilledCart({ data, onPage }: { data: Reply<'application.cart'>; onPage: (page: number) => void }) {
  const { language } = useLanguage();
  const words = useMessages(cartWords);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<string | null>(null);
  const orderable = data.list.filter((line) => line.problem === null);
  const chosen = orderable.map((line) => line.applicationId).filter((id) => !leftOut.has(id));
  const price = useQuery({ ...cartPrice(language, chosen), placeholderData: keepPreviousData });
  const choose = (ids: readonly string[], isChosen: boolean) => {
    setLeftOut((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (isChosen) next.delete(id);
        else next.add(id);
      }
      return next;
    });
  };
  return (
    <>
      <p className="mb-4 text-ink-2">{words.intro}</p>
      {orderable.length > 1 && (
        <ChooseAll
          count={chosen.length}
          isAll={chosen.length === orderable.length}
          onChoose={(all) =>
            choose(
              orderable.map((line) => line.applicationId),
              all,
            )
          }
        />
      )}
      <ul className="grid gap-3">
        {data.list.map((line) => (
          <CartTicket
            key={line.applicationId}
            line={line}
            amount={amountOf(line, price.data)}
            isChosen={chosen.includes(line.applicationId)}
            onChoose={(isChosen) => choose([line.applicationId], isChosen)}
            onRemove={() => setRemoving(line.applicationId)}
          />
        ))}
      </ul>
      <Pagination page={data.pageIndex} pageCount={data.pageCount} onPage={onPage} />
      <Total chosen={chosen} price={chosen.length > 0 ? price.data : undefined} isStale={price.isPlaceholderData} />
      <RemoveLine id={removing} onCancel={() => setRemoving(null)} onDone={() => setRemoving(null)} />
    </>
  );
}

function ChooseAll(props: { count: number; isAll: boolean; onChoose: (all: boolean) => void }) {
  const words = useMessages(cartWords);
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
      <label className="check">
        <input type="checkbox" checked={props.isAll} onChange={(event) => props.onChoose(event.target.checked)} />
        <span>{words.chooseAll}</span>
      </label>
      <output className="text-ink-2">{words.chosen(props.count)}</output>
    </div>
  );
}

/** A chosen line costs what it does within the choice; any other what the cart says of it. */
function amountOf(line: CartLine, price: CartPrice | undefined): number {
  return price?.lines.find((each) => each.applicationId === line.applicationId)?.payAmount ?? line.payAmount;
}

function Total(props: { chosen: readonly string[]; price: CartPrice | undefined; isStale: boolean }) {
  const words = useMessages(cartWords).summary;
  const { chosen, price } = props;
  if (chosen.length === 0) {
    return (
      <Card className="mt-6">
        <p>{words.none}</p>
      </Card>
    );
  }
  return (
    <Card className="mt-6 ml-auto max-w-form" aria-busy={props.isStale || undefined}>
      <h2 className="mb-2 text-xl">{words.title}</h2>
      {price === undefined ? <Skeleton count={4} shape="line" /> : <PriceSummary price={price} />}
      <LinkButton className="mt-4 w-full" href={confirmUrl(chosen)}>
        {words.confirm}
      </LinkButton>
    </Card>
  );
}
