import type { Reply } from '@exam/contract/client';
import { groupedBy } from '../../app/grouped-by.ts';

type Session = Reply<'session.search'>['list'][number];

/** An exam on a day: where it is held, from what fee on, and until when one can register. */
export type Sitting = {
  product: Session['product'];
  examDate: string;
  cities: readonly string[];
  fromFen: number | null;
  /** When the first of its sessions closes. */
  closesAt: string;
};

/**
 * The first exams of a list of sessions by date, those of one exam and day as one.
 * @param isWhole whether no session follows the list: else its last day may have more, and is told only where it is the only one
 */
export function soonestOf(
  sessions: readonly Session[],
  { most, isWhole }: { most: number; isWhole: boolean },
): Sitting[] {
  const days = groupedBy(sessions, ({ product, examDate }) => `${examDate} ${product.id}`);
  const last = sessions.at(-1)?.examDate;
  const sittings = days.flatMap((group) => sittingOf(group) ?? []);
  const sure = isWhole ? sittings : sittings.filter(({ examDate }) => examDate !== last);
  return (sure.length > 0 ? sure : sittings).slice(0, most);
}

function sittingOf(group: readonly Session[]): Sitting | null {
  const [first] = group;
  if (first === undefined) return null;
  const fees = group.flatMap(({ totalFee }) => totalFee ?? []);
  return {
    product: first.product,
    examDate: first.examDate,
    cities: [...new Set(group.map(({ cityName }) => cityName))],
    fromFen: fees.length === 0 ? null : Math.min(...fees),
    closesAt: group.map(({ publishEndTime }) => publishEndTime).reduce((a, b) => (b < a ? b : a)),
  };
}
