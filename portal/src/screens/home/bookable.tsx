import { uiWords, useFormats, useLanguage, useMessages, type Language } from '@exam/ui/i18n';
import { LinkButton, Ticket } from '@exam/ui/parts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { useNames } from '../../app/catalogue.ts';
import { homeWords } from '../../messages/home.ts';
import { FromPrice } from './from-price.tsx';
import { soonestOf, type Sitting } from './soonest.ts';

const mostShown = 3;

/** The exams that can be booked next; those with a code are for people who were sent one. */
const bookable = (language: Language) =>
  queryOptions({
    queryKey: ['session', 'soonest', language],
    queryFn: async ({ signal }) => {
      const { list, recordCount } = await api(
        'session.search',
        {
          body: {
            pageIndex: 1,
            pageSize: 10,
            sorts: [{ field: 'examDate' }],
            filters: [
              { field: 'availability', value: 'Available' },
              { field: 'isExclusiveSession', value: 'false' },
            ],
          },
        },
        { signal, isQuiet: true },
      );
      return soonestOf(list, { most: mostShown, isWhole: recordCount <= list.length });
    },
    staleTime: 60_000,
  });

/** What can be booked next: exam, date, cities, fee and deadline. Its place is kept while the answer is on its way. */
export function Bookable() {
  const words = useMessages(homeWords).bookable;
  const { language } = useLanguage();
  const { data, isPending } = useQuery(bookable(language));
  if (isPending) return <FirstSkeleton />;
  if (data === undefined) return null;
  return (
    <section aria-labelledby="bookable">
      <h2 id="bookable" className="mb-3 font-sans text-base">
        {words.title}
      </h2>
      {data.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul className="grid gap-3">
          {data.map((sitting) => (
            <SittingTicket key={`${sitting.examDate} ${sitting.product.id}`} sitting={sitting} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The place of what comes first. */
export function FirstSkeleton() {
  return (
    <div className="grid gap-3 pt-9" aria-busy="true">
      {[1, 2, 3].map((each) => (
        <div key={each} className="skeleton h-36 opacity-20" aria-hidden="true" />
      ))}
    </div>
  );
}

function SittingTicket({ sitting: { product, examDate, cities, fromFen, closesAt } }: { sitting: Sitting }) {
  const words = useMessages(homeWords);
  const { list } = useMessages(uiWords);
  const formats = useFormats();
  const { nameOf } = useNames();
  return (
    <Ticket as="li" className="hero-ticket text-ink" date={examDate}>
      <p className="font-bold">{nameOf(product)}</p>
      <p className="text-sm text-ink-2">{list(cities)}</p>
      <p className="text-sm text-ink-2">{words.registerBy(formats.instant(closesAt))}</p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        {fromFen !== null && <FromPrice fen={fromFen} />}
        <LinkButton
          small
          href={`/exam-registration?product=${encodeURIComponent(product.code)}&date=${examDate}`}
          aria-label={words.bookable.registerOn({ name: nameOf(product), date: formats.date(examDate) })}
        >
          {words.register}
        </LinkButton>
      </div>
    </Ticket>
  );
}
