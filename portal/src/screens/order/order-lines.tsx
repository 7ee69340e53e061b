import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Link, Money, Ticket } from '@exam/ui/parts';
import { orderWords } from '../../messages/order.ts';
import { GuardianWaitText } from '../application/guardian-wait.tsx';
import { SittingLine } from '../../page/sitting.tsx';
import type { Order } from '../../page/order-data.ts';

type Item = Order['orderItems'][number];

/** The registrations of an order, each with the parts of its fee. */
export function OrderLines({ order }: { order: Order }) {
  const words = useMessages(orderWords).detail;
  return (
    <section aria-labelledby="order-lines">
      <h2 id="order-lines" className="mb-3 text-xl">
        {order.category === 'PostTest' ? words.services : words.registrations}
      </h2>
      <ul className="grid gap-3">
        {order.orderItems.map((item) => (
          <OrderLine
            key={item.id}
            item={item}
            isPaid={order.status === 'PaymentSuccessful'}
            isPostTest={order.category === 'PostTest'}
          />
        ))}
      </ul>
    </section>
  );
}

/** Where the registration, or the request of a service, is told about in full. */
function pageOf({ applicationId }: Item, isPostTest: boolean): string {
  return isPostTest ? `/candidate/posttestservice/${applicationId}` : `/candidate/application/${applicationId}`;
}

function OrderLine({ item, isPaid, isPostTest }: { item: Item; isPaid: boolean; isPostTest: boolean }) {
  const { language } = useLanguage();
  const words = useMessages(orderWords).detail;
  const code = isPostTest ? words.requestCode(item.applicationCode) : words.examCode(item.applicationCode);
  const [product, subject] =
    language === 'zh' ? [item.productNameCn, item.subjectNameCn] : [item.productNameEn, item.subjectNameEn];
  return (
    <Ticket as="li" {...(item.testDate === null ? { stub: '' } : { date: item.testDate })}>
      <h3 className="text-lg">
        {product} · {subject}
      </h3>
      <p className="font-bold">{item.candidateName}</p>
      {item.testDate !== null && (
        <SittingLine
          date={item.testDate}
          startTime={item.startTime ?? ''}
          endTime={item.endTime ?? ''}
          cityName={item.cityName}
          venue={item.venue}
        />
      )}
      <p className="text-sm wrap-anywhere text-ink-2">
        {isPaid ? <Link href={pageOf(item, isPostTest)}>{code}</Link> : code}
      </p>
      {item.guardianWait !== null && <GuardianWaitText id={item.applicationId} wait={item.guardianWait} />}
      <FeeParts item={item} />
    </Ticket>
  );
}

/** Local fee, awarding-body fee, VAT and charge of one line, a group's discount already deducted (5.5); nothing for zero. */
function FeeParts({ item }: { item: Item }) {
  const words = useMessages(orderWords).detail;
  const parts = [
    { term: words.localFee, fen: item.localFeeAmount },
    { term: words.boardFee, fen: item.boardFeeAmount },
    { term: words.otherFee, fen: item.otherFeeAmount },
    { term: words.vat, fen: item.vat },
    { term: words.lateEntry, fen: item.lateEntryChargeAmount },
  ].filter((part) => part.fen !== 0);
  return (
    <dl className="mt-3 grid gap-0.5 border-t border-line pt-2 text-sm" aria-label={words.parts}>
      {parts.map((part) => (
        <div key={part.term} className="flex justify-between gap-4">
          <dt className="text-ink-2">{part.term}</dt>
          <dd>
            <Money fen={part.fen} />
          </dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 font-bold">
        <dt>{words.lineTotal}</dt>
        <dd>
          <Money fen={item.totalAmount - item.tierDiscountAmount} />
        </dd>
      </div>
      {item.tierDiscountAmount > 0 && (
        <div className="flex justify-between gap-4 text-ink-2">
          <dt>{words.tier(item.tierCount)}</dt>
          <dd>
            <Money fen={item.tierDiscountAmount} />
          </dd>
        </div>
      )}
    </dl>
  );
}
