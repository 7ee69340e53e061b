import { chinaDateOf, useFormats, useMessages } from '@exam/ui/i18n';
import { Link, LinkButton, Money, Tag } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { useNames, type Product } from '../../app/catalogue.ts';
import { homeWords } from '../../messages/home.ts';

/**
 * Exams side by side in one hairline box; on a phone one below the other.
 * @param props.extraOf what stands under an exam's summary, such as the subjects a search found
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

function Dates({ product }: { product: Product }) {
  const words = useMessages(homeWords);
  const formats = useFormats();
  if (product.category === 'Booking') return <p className="mt-2">{words.byAppointment}</p>;
  if (product.nextExamDate === null && product.nextDeadline === null) return <p className="mt-2">{words.noDates}</p>;
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 tabular-nums">
      {product.nextExamDate !== null && <span>{words.nextExam(formats.date(product.nextExamDate))}</span>}
      {product.nextDeadline !== null && (
        <span className="text-seal">{words.registerBy(formats.date(chinaDateOf(product.nextDeadline)))}</span>
      )}
    </p>
  );
}

function Action({ product }: { product: Product }) {
  const words = useMessages(homeWords);
  const { nameOf } = useNames();
  if (product.access === 'external' && product.externalUrl !== null && URL.canParse(product.externalUrl)) {
    return (
      <Link className="inline-flex min-h-11 items-center" href={product.externalUrl} target="_blank" rel="noreferrer">
        {words.externalLink(new URL(product.externalUrl).host)}
        <span className="sr-only">{words.newWindow}</span>
        <span aria-hidden="true" className="ml-1">
          ↗
        </span>
      </Link>
    );
  }
  if (product.access !== 'open') return null;
  const isBooked = product.category === 'Booking';
  return (
    <div className="product-action">
      {product.fromFen !== null && <FromPrice fen={product.fromFen} />}
      <LinkButton
        href={`/exam-registration?product=${encodeURIComponent(product.code)}`}
        aria-label={isBooked ? words.bookFor(nameOf(product)) : words.registerFor(nameOf(product))}
      >
        {isBooked ? words.book : words.register}
      </LinkButton>
    </div>
  );
}

/** "from ¥980.00" in English, "¥980.00 起" in Chinese: the dictionary's word stands where the language puts it. */
function FromPrice({ fen }: { fen: number }) {
  const words = useMessages(homeWords);
  return (
    <p className="price-from">
      <span className="text-sm text-ink-2">{words.from}</span> <Money fen={fen} className="text-lg font-bold" />
    </p>
  );
}
