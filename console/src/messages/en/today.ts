import type { WorkKind } from '@exam/contract/staff/work';

const kinds: Record<WorkKind, string> = {
  bookingToPrice: 'Booking to price',
  bookingRejected: 'Arrangement rejected',
  cancellationToDecide: 'Cancellation to decide',
  documentsOverdue: 'Documents overdue',
  refundFailed: 'Refund failed',
  refundOverdue: 'Refund overdue',
  paymentException: 'Payment exception',
  sessionUnderMinimum: 'Session under minimum',
  secondPersonNeeded: 'Second person needed',
  letterFailed: 'Letter not delivered',
  specialArrangement: 'Special arrangement',
};

export const today = {
  title: 'Today',
  intro: 'What waits for you and your office, the least working time left first.',
  counts: (open: number, mine: number, overdue: number) => `${open} open · ${mine} yours · ${overdue} late`,
  kinds,
  kind: 'What',
  label: 'Code',
  due: 'Due (China time)',
  left: 'Working time left',
  assigned: 'Taken by',
  nobody: 'Nobody yet',
  whose: 'Whose',
  mine: 'Mine',
  free: 'Free',
  overdue: 'Late',
  snoozed: 'Asleep',
  act: 'Act',
  take: 'Take',
  release: 'Give back',
  taken: 'It is yours now.',
  released: 'It is free again.',
  empty: 'Nothing waits. Well done.',
};

export type TodayMessages = typeof today;
