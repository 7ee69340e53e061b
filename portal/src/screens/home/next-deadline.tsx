import { useFormats, useMessages } from '@exam/ui/i18n';
import { chinaDateOf } from '@exam/ui/i18n';
import { Deadline, LinkButton, Ticket } from '@exam/ui/parts';
import { useNames, type Product, type ProductLine } from '../../app/catalogue.ts';
import { homeWords } from '../../messages/home.ts';

function nextOf(lines: readonly ProductLine[]): (Product & { nextDeadline: string }) | null {
  const open = lines
    .flatMap((line) => line.products)
    .filter((product): product is Product & { nextDeadline: string } => isOpen(product));
  return open.toSorted((a, b) => a.nextDeadline.localeCompare(b.nextDeadline))[0] ?? null;
}

function isOpen(product: Product): boolean {
  return product.access === 'open' && product.nextDeadline !== null;
}

/** The registration that closes next, as a ticket. Its place is kept while the catalogue is on its way. */
export function NextDeadline({ lines, isFailed }: { lines: readonly ProductLine[] | null; isFailed: boolean }) {
  const words = useMessages(homeWords);
  const next = lines === null ? null : nextOf(lines);
  return (
    <section aria-labelledby="next" className="min-h-64">
      <h2 id="next" className="mb-3 font-sans text-base">
        {words.nextDeadline}
      </h2>
      {lines === null && !isFailed && <div className="skeleton h-52 opacity-20" aria-hidden="true" />}
      {lines !== null && next === null && <p>{words.noDeadline}</p>}
      {next !== null && <NextTicket product={next} />}
    </section>
  );
}

function NextTicket({ product }: { product: Product & { nextDeadline: string } }) {
  const words = useMessages(homeWords);
  const formats = useFormats();
  const { nameOf } = useNames();
  return (
    <Ticket as="div" className="hero-ticket text-ink" date={chinaDateOf(product.nextDeadline)}>
      <p className="text-lg font-bold">{nameOf(product)}</p>
      <p className="mt-1 font-bold text-seal">
        {words.closes} <Deadline at={product.nextDeadline} />
      </p>
      {product.nextExamDate !== null && (
        <p className="mt-1 text-ink-2">
          {words.examOn} <time dateTime={product.nextExamDate}>{formats.longDate(product.nextExamDate)}</time>
        </p>
      )}
      <LinkButton
        className="mt-4"
        href={`/exam-registration?product=${encodeURIComponent(product.code)}`}
        aria-label={words.registerFor(nameOf(product))}
      >
        {words.register}
      </LinkButton>
    </Ticket>
  );
}
