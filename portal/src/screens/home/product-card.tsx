import { addDays, lastDayOf, readAddress } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Link, LinkButton, Tag } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { useNames, type Product } from '../../app/catalogue.ts';
import { chinaToday } from '../../app/china-today.ts';
import type { HomeMessages } from '../../messages/en/home.ts';
import { homeWords } from '../../messages/home.ts';
import { FromPrice } from './from-price.tsx';

/**
 * Exams side by side in one hairline box; on a phone one below the other.
 * @param props.extraOf what is under an exam's summary, such as the subjects a search found
 */
export function ProductGrid(props: {
  products: readonly Product[];
  /** The heading level of a name: one below the heading above the list. */
  heading: 'h2' | 'h4';
  extraOf?: (product: Product) => ReactNode;
}) {
  return (
    <ul className="product-grid">
      {props.products.map((product) => (
        <ProductCard key={product.id} heading={props.heading} product={product} extra={props.extraOf?.(product)} />
      ))}
    </ul>
  );
}

function ProductCard(props: { product: Product; heading: 'h2' | 'h4'; extra: ReactNode }) {
  const { product, heading: Heading, extra } = props;
  const words = useMessages(homeWords);
  const { nameOf, summaryOf } = useNames();
  return (
    <li className="product-cell">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          {product.access === 'external' ? words.external : words.category[product.category]}
          {product.access === 'opensSoon' && <Tag tone="amber">{words.opensSoon}</Tag>}
        </p>
        <Heading className="font-sans text-lg font-bold">{nameOf(product)}</Heading>
        <p className="mt-0.5 text-ink-2">{summaryOf(product)}</p>
        {extra}
        {product.access === 'open' && <Dates product={product} />}
        {product.access === 'opensSoon' && <p className="mt-2">{words.opensSoonText}</p>}
      </div>
      <Action product={product} />
    </li>
  );
}

/** Whether an exam has dates, and registration for none of them has begun. */
function isNotYet({ category, nextDeadline, nextExamDate }: Product): boolean {
  return category === 'Public' && nextDeadline === null && nextExamDate !== null;
}

function Dates({ product }: { product: Product }) {
  const words = useMessages(homeWords);
  const formats = useFormats();
  if (product.category === 'Booking') return <p className="mt-2">{words.byAppointment}</p>;
  if (product.category === 'PostTest' && product.nextDeadline !== null)
    return <p className="mt-2">{words.openUntil(formats.date(lastDayOf(product.nextDeadline)))}</p>;
  if (product.category === 'PostTest') return <p className="mt-2">{words.notOpen}</p>;
  if (product.nextExamDate === null && product.nextDeadline === null) return <p className="mt-2">{words.noDates}</p>;
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 tabular-nums">
      {product.nextExamDate !== null && <span>{words.nextExam(formats.date(product.nextExamDate))}</span>}
      {product.nextDeadline !== null && <RegisterBy deadline={product.nextDeadline} />}
      {isNotYet(product) && <span className="text-ink-2">{words.notYet}</span>}
    </p>
  );
}

/** The last day; within three days of it the hour too, in red. */
function RegisterBy({ deadline }: { deadline: string }) {
  const words = useMessages(homeWords);
  const formats = useFormats();
  const day = lastDayOf(deadline);
  const isSoon = day <= addDays(chinaToday(), 3);
  return (
    <span className={isSoon ? 'text-seal' : undefined}>
      {words.registerBy(isSoon ? formats.deadline(deadline) : formats.date(day))}
    </span>
  );
}

function Action({ product }: { product: Product }) {
  const words = useMessages(homeWords);
  const { nameOf } = useNames();
  const elsewhere =
    product.access === 'external' && product.externalUrl !== null ? readAddress(product.externalUrl) : null;
  if (elsewhere !== null) {
    return (
      <Link className="inline-flex min-h-11 items-center" href={elsewhere.href} target="_blank" rel="noreferrer">
        {words.externalLink(elsewhere.host)}
        <span className="sr-only">{words.newWindow}</span>
        <span aria-hidden="true" className="ml-1">
          ↗
        </span>
      </Link>
    );
  }
  if (product.access !== 'open') return null;
  const acts = actsOf(words);
  const { label, about } = isNotYet(product) ? acts.notYet : acts[product.category];
  return (
    <div className="product-action">
      {product.fromFen !== null && <FromPrice fen={product.fromFen} />}
      <LinkButton
        href={`/exam-registration?product=${encodeURIComponent(product.code)}`}
        aria-label={about(nameOf(product))}
      >
        {label}
      </LinkButton>
    </div>
  );
}

/** What the button says: an exam is registered for or booked, a service is asked for. */
function actsOf(words: HomeMessages) {
  return {
    Public: { label: words.register, about: words.registerFor },
    Booking: { label: words.book, about: words.bookFor },
    PostTest: { label: words.request, about: words.requestFor },
    notYet: { label: words.seeDates, about: words.seeDatesOf },
  } as const;
}
