// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { examsWords } from '../../messages/exams.ts';
import { show, usePortal } from '../../testing/site.ts';
import { Letters } from './letters.tsx';

const portal = usePortal();

/** How many letters the success page of a paid order with so many registrations tells of, and how many of them by name. */
async function lettersOf(count: number): Promise<{ letters: number; named: number }> {
  const { detail } = await examsWords.load('en');
  const order = portal().example('order.get');
  const exam = portal().example('application.get');
  const [item] = order.orderItems;
  const orderItems = Array.from({ length: count }, (_, at) => ({
    ...item!,
    applicationId: `${at}${exam.id.slice(1)}`,
  }));
  const applicationCandidate = { ...exam.applicationCandidate, lastName: 'WANG', firstName: 'LEI' };
  portal().says('application.get', () => ({ ...exam, status: 'Registered', applicationCandidate }));
  const paid = { ...order, status: 'PaymentSuccessful' as const, category: 'Public' as const, orderItems };
  const page = await show(portal(), '/payment-success', <Letters order={paid} />);
  const headings = [...page.querySelectorAll('h2')].filter(({ textContent }) => textContent === detail.letter);
  const named = headings.filter(({ parentElement }) => parentElement?.textContent?.includes('WANG LEI') === true);
  return { letters: headings.length, named: named.length };
}

it('says whose letter is whose where several were paid at once', async () => {
  expect(await lettersOf(2)).toEqual({ letters: 2, named: 2 });
  expect(await lettersOf(1)).toEqual({ letters: 1, named: 0 });
});
