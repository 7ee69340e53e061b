import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { bookingsChanged } from '../screens/booking/booking-data.ts';
import { endChanged } from '../screens/cancellation/cancellation-data.ts';
import { ordersChanged } from '../page/order-data.ts';
import { postTestsChanged } from '../screens/post-test/post-test-data.ts';
import { queryClient } from './api.ts';

it.for([
  ['order', ordersChanged],
  ['booking', bookingsChanged],
  ['exam', endChanged],
  ['postTest', postTestsChanged],
] as const)(
  'what a page asked about its %s before something happened to it is not taken for the answer afterwards, be it the first [S-13]',
  async ([subject, change]) => {
    const answers: ((status: string) => void)[] = [];
    const asked = new QueryObserver(queryClient, {
      queryKey: [subject, 'one', 'en', 'a'],
      queryFn: () => new Promise<string>((answer) => void answers.push(answer)),
    });
    const leave = asked.subscribe(() => undefined);

    const changed = change();
    answers[0]?.('Before');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.('After');
    await changed;

    expect(asked.getCurrentResult().data).toBe('After');
    leave();
    queryClient.clear();
  },
);
