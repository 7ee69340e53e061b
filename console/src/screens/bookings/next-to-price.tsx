import { useMessages } from '@exam/ui/i18n';
import { Link, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { bookingsWords } from '../../messages/bookings.ts';

/** Where the work goes on once a booking was priced: the one that has waited longest. */
export function NextToPrice() {
  const words = useMessages(bookingsWords);
  const { data } = useQuery({
    queryKey: ['bookings', 'next-to-price'],
    queryFn: ({ signal }) =>
      staffApi(
        'bookings.search',
        { body: { bookingStatus: 'Submitted', sort: 'submittedAt', pageIndex: 1, pageSize: 25 } },
        { signal, isQuiet: true },
      ),
    staleTime: 0,
  });
  if (data === undefined) return null;
  const next = data.list.find(({ isPriceProposed }) => !isPriceProposed);
  return (
    <Notice tone="success">
      {next === undefined ? (
        words.noneToPrice
      ) : (
        <Link href={`/bookings/${next.bookingId}`}>{words.nextToPrice(next.candidateName, next.productName)}</Link>
      )}
    </Notice>
  );
}
