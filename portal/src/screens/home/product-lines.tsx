import { useMessages } from '@exam/ui/i18n';
import { Button, FilterChips, Link, Skeleton } from '@exam/ui/parts';
import { useState } from 'react';
import { useNames, type ProductLine } from '../../app/catalogue.ts';
import { homeWords } from '../../messages/home.ts';
import { ProductGrid } from './product-card.tsx';

const shownAtFirst = 2;
const everyLine = 'all';

/** The product lines: all of them or a chosen one; a long line shows its first exams until it is expanded. */
export function ProductLines({ lines }: { lines: readonly ProductLine[] }) {
  const words = useMessages(homeWords);
  const { nameOf } = useNames();
  const [chosen, setChosen] = useState<string>(everyLine);
  return (
    <>
      <div className="mt-5">
        <FilterChips
          label={words.linesFilter}
          name="line"
          value={chosen}
          onChange={setChosen}
          options={[
            { value: everyLine, label: words.allLines },
            ...lines.map((line) => ({ value: line.id, label: nameOf(line), count: line.products.length })),
          ]}
        />
      </div>
      {lines
        .filter((line) => chosen === everyLine || line.id === chosen)
        .map((line) => (
          <Line key={line.id} line={line} isAlone={chosen === line.id} />
        ))}
    </>
  );
}

function Line({ line, isAlone }: { line: ProductLine; isAlone: boolean }) {
  const words = useMessages(homeWords);
  const { nameOf, detailUrlOf } = useNames();
  const [isExpanded, setExpanded] = useState(false);
  const isLong = line.products.length > shownAtFirst && !isAlone;
  const showAll = line.products.every(({ category }) => category === 'PostTest')
    ? words.showAllServices
    : words.showAll;
  const products = isLong && !isExpanded ? line.products.slice(0, shownAtFirst) : line.products;
  const about = detailUrlOf(line);
  const heading = `line-${line.id}`;
  return (
    <section className="mt-8" aria-labelledby={heading}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
        <h3 id={heading} className="text-lg">
          {nameOf(line)}
        </h3>
        {about !== null && (
          <Link className="inline-flex min-h-11 items-center" href={about}>
            {words.aboutLine(nameOf(line))}
          </Link>
        )}
      </div>
      <ProductGrid heading="h4" products={products} />
      {isLong && (
        <Button variant="quiet" className="mt-2" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? words.showFewer : showAll(line.products.length)}
        </Button>
      )}
    </section>
  );
}

/** The place the lines will take. */
export function CatalogueSkeleton() {
  return (
    <div className="mt-5 grid gap-8">
      <Skeleton count={1} shape="line" />
      <Skeleton count={2} shape="block" />
    </div>
  );
}
