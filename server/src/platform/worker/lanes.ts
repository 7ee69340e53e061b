/**
 * What the queue does side by side. Each lane has workers of its own in every process, so that no one waits for the work of another lane,
 * however much of it there is and however slow the outside world is.
 */
export const queueLanes = {
  codes: { workers: 2, about: 'codes: somebody sits before the page that asks for it' },
  money: { workers: 4, about: 'ends of orders, questions to payment channels, refunds' },
  usual: { workers: 3, about: 'everything else' },
  late: { workers: 2, about: 'circulars, letters, mails with papers, the work of the night' },
} as const;

export type QueueLane = keyof typeof queueLanes;

export const queueLaneNames: readonly QueueLane[] = ['codes', 'money', 'usual', 'late'];
