import { randomBytes, randomId } from '#platform/chance';
import {
  bookingOn,
  cancellationAnswered,
  cancellationAsked,
  consentOf,
  emptied,
  fileFor,
  postTest,
  registrationOn,
  writeLike,
  type Planting,
} from './planting.testing.ts';
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
  { class: 'cancellationPaper', of: 'why somebody cancelled', plant: cancellationAsked },
  { class: 'examRecord', of: 'what was answered to a cancellation', plant: cancellationAnswered },
  {
    class: 'consent',
    of: 'what was agreed to for an account, relied on until it was closed',
    isOfNobody: true,
    plant: async (ground, started) => {
      const closed = { status: 'Closed', ...emptied, closed_at: started };
      const accountId = await writeLike('account', ground.browser.accountId, closed);
      return await consentOf(ground, { account_id: accountId, application_id: null, candidate_id: null });
    },
  },
  {
    class: 'consent',
    of: 'a consent relied on until the outcome of a request after results',
    plant: async (ground, started) => {
      const request = await postTest(ground, { status: 'Complete', completed_at: started });
      return await consentOf(ground, { application_id: null, post_test_id: request });
    },
  },
  {
    class: 'unusedUpload',
    of: 'a file that nothing used',
    isOfNobody: true,
    plant: (ground, started) => fileFor(ground, { created_at: started }),
  },
  {
    class: 'unusedUpload',
    of: 'a file of the form of a line that was taken out of the cart',
    plant: async (ground, started) => {
      const set = randomId();
      const line = { registered_at: null, status: 'Initiated', created_at: '2099-01-01T00:00:00Z' };
      await registrationOn(ground, '2099-06-01', { ...line, form_files_id: set, deleted_at: started });
      return await fileFor(ground, { created_at: started, used_by: 'form', object_id: set, used_at: started });
    },
  },
];
