import { channelNamed } from '#books/channels';
import { inTransaction, reading } from '#platform/database';
import { moveAttempt, queryAndApply } from '../query.ts';
import { type AttemptRow, liveAttempts } from '../store.ts';

/**
 * How the open attempts of an order ended: `clear` none is left, `paid` one has paid (the order knows it already),
 * `accepted` the channel is still working on one, `silent` it does not answer.
 */
export type Cleared = 'clear' | 'paid' | 'accepted' | 'silent';

/** Asks about every open attempt of an order and closes those that are not paid (C12): only then may its seats be freed. */
export async function clearAttempts(orderId: string): Promise<Cleared> {
  const attempts = await reading((tx) => liveAttempts(tx, orderId));
  const answers: Cleared[] = [];
  for (const attempt of attempts) answers.push(await clearAttempt(attempt));
  for (const worst of ['paid', 'silent', 'accepted'] as const) if (answers.includes(worst)) return worst;
  return 'clear';
}

/** The same for one attempt. A channel that will not close an unpaid trade is working on it. */
export async function clearAttempt(attempt: AttemptRow): Promise<Cleared> {
  const asked = await queryAndApply(attempt);
  if (asked === 'paid' || asked === 'silent' || asked === 'accepted') return asked;
  if (asked === 'closed') return 'clear';
  const answer = await closeAtChannel(attempt);
  if (answer === 'silent') return 'silent';
  if (answer === 'closed') {
    await inTransaction((tx) => moveAttempt(tx, attempt.trade_no, 'close'));
    return 'clear';
  }
  const again = await queryAndApply(attempt);
  if (again === 'paid' || again === 'silent') return again;
  if (again === 'closed') return 'clear';
  await inTransaction((tx) => moveAttempt(tx, attempt.trade_no, 'accept'));
  return 'accepted';
}

async function closeAtChannel({
  channel,
  trade_no,
  created_at: startedAt,
  reference,
}: AttemptRow): Promise<'closed' | 'refused' | 'silent'> {
  try {
    return (await channelNamed(channel)?.close(trade_no, { startedAt, reference })) ?? 'silent';
  } catch (error) {
    if (error instanceof Error && error.name === 'ChannelSilent') return 'silent';
    throw error;
  }
}
