import { randomBytes } from '#platform/chance';
import { bookingOn, cancellationWritten, consentOf, postTest, registrationOn } from './planting.testing.ts';
import type { Planting } from './retention-rows.testing.ts';
import { meddle } from './world.testing.ts';

/** What people wrote and ticked, where nothing came of it in the ordinary way. */
export const plantedWords: readonly Planting[] = [
  {
    class: 'specialArrangement',
    of: 'the wish for a special arrangement that the desk never decided on',
    plant: (ground, started) =>
      registrationOn(ground, started, { has_special_arrangement: true, form_json_sealed: '\\x00' }),
  },
  {
    class: 'specialArrangement',
    of: 'the answers to the form of a booking that was never arranged',
    plant: async (ground, started) => {
      const id = await bookingOn(ground, started);
      await meddle('update booking set form_json_sealed = $2 where id = $1', [id, randomBytes(40)]);
      return id;
    },
  },
  { class: 'examRecord', of: 'what was written of a cancellation', plant: cancellationWritten },
  {
    class: 'consent',
    of: 'a consent relied on until the outcome of a request after results',
    plant: async (ground, started) => {
      const request = await postTest(ground, { status: 'Complete', completed_at: started });
      return await consentOf(ground, { application_id: null, post_test_id: request });
    },
  },
];
