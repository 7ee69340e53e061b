import { useLanguage, useMessages } from '@exam/ui/i18n';
import { useQuery } from '@tanstack/react-query';
import { productLines } from '../../app/catalogue.ts';
import { homeWords } from '../../messages/home.ts';
import { CatalogueFailed } from './catalogue-failed.tsx';
import { Hero } from './hero.tsx';
import { CatalogueSkeleton, ProductLines } from './product-lines.tsx';

/**
 * The home page. Written ahead as HTML without the catalogue, which is data: the frame of the page is there at once and keeps the
 * place that the exams then fill.
 */
export function Home() {
  const { language } = useLanguage();
  const words = useMessages(homeWords);
  const lines = useQuery(productLines(language));
  const shown = lines.data?.filter((line) => line.isDisplayOnHomeEnabled && line.products.length > 0);
  return (
    <>
      <Hero lines={lines.data ?? null} />
      <section className="page-width min-h-dvh pt-10" aria-labelledby="families">
        <h2 id="families" className="text-2xl">
          {words.linesTitle}
        </h2>
        <noscript>
          <p className="mt-4">{words.noScript}</p>
        </noscript>
        {lines.isError && shown === undefined && <CatalogueFailed onAgain={() => void lines.refetch()} />}
        {lines.isPending && <CatalogueSkeleton />}
        {shown !== undefined && <ProductLines lines={shown} />}
      </section>
      <HowItWorks />
    </>
  );
}

function HowItWorks() {
  const { how } = useMessages(homeWords);
  return (
    <section className="page-width pt-14" aria-labelledby="how">
      <h2 id="how" className="text-2xl">
        {how.title}
      </h2>
      <ol className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {how.steps.map((step, index) => (
          <li key={step.title} className="border-t-2 border-jade pt-3">
            <h3 className="text-lg">
              <span className="mr-2 tabular-nums text-seal">{index + 1}</span>
              {step.title}
            </h3>
            <p className="mt-1 text-ink-2">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
