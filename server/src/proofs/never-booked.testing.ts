import { setClockOffset } from '#platform/clock';
import { ask, givenExam, givenSignedIn } from '#testing';
import { bookingOn } from './planting.testing.ts';
import { addCandidate, meddle, submission, type World } from './world.testing.ts';

/** A child with a booking in a state of its end, and a line of the cart whose session is over. */
export async function givenNeverBooked(world: World, status: string) {
  await setClockOffset(0);
  const browser = await givenSignedIn(world.url);
  const candidateId = await addCandidate(browser, 'child');
  const submitted = await ask(browser, 'application.submit', {
    body: submission(await givenExam(), candidateId, 'child'),
  });
  const line = String(submitted.body['id']);
  const booking = await bookingOn({ applicationId: line, browser, candidateId }, '2026-11-01');
  await meddle('update booking set status = $2 where id = $1', [booking, status]);
  await meddle(`update application set status = 'Expired' where id = $1`, [line]);
  return { browser, candidateId, booking, line };
}
