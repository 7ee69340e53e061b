import { randomBytes, randomId } from '#platform/chance';
import { givenAccount } from '#testing';
import { candidateOf, type Planting, write } from './planting.testing.ts';
import { meddle } from './world.testing.ts';

/** Where people were signed in, how an account was shown to be theirs, and a child whom it keeps for a day. */
export const plantedOfAccounts: readonly Planting[] = [
  {
    class: 'session',
    of: 'where an account was signed in',
    plant: async ({ browser }, started) => {
      const id = randomId();
      await write('account_session', {
        id,
        id_hash: randomBytes(32),
        account_id: browser.accountId,
        created_at: '2001-01-01T00:00:00Z',
        last_seen_at: '2001-01-01T00:00:00Z',
        proved_at: '2001-01-01T00:00:00Z',
        expires_at: started,
        device: '',
        network: '',
      });
      return id;
    },
  },
  {
    class: 'session',
    of: 'where somebody of the staff was signed in',
    isOfNobody: true,
    plant: async ({ officerId }, started) => {
      const id = randomId();
      await write('staff_session', {
        id,
        id_hash: randomBytes(32),
        staff_id: officerId,
        created_at: '2001-01-01T00:00:00Z',
        last_seen_at: '2001-01-01T00:00:00Z',
        proved_at: '2001-01-01T00:00:00Z',
        expires_at: '2099-01-01T00:00:00Z',
        ended_at: started,
        device: '',
        network: '',
      });
      return id;
    },
  },
  {
    class: 'unusedAccount',
    of: 'an account that nobody uses',
    isOfNobody: true,
    plant: async (_, started) => {
      const { id } = await givenAccount();
      await meddle(
        `update account set created_at = $2::date, last_used_month = date_trunc('month', $2::date - interval '1 month')::date where id = $1`,
        [id, started],
      );
      await write('reminder', {
        kind: 'accountUnused',
        object_id: id,
        about: `${started}/2`,
        told_at: '2001-01-01T00:00:00Z',
      });
      return id;
    },
  },
  {
    class: 'rightsRequest',
    of: 'what staff saw as proof that an account is somebody’s',
    plant: async ({ browser }, started) => {
      const id = randomId();
      await write('possession_claim', {
        id,
        account_id: browser.accountId,
        opened_at: '2001-01-01T00:00:00Z',
        ended_at: started,
        outcome: 'ByStaff',
        evidence_sealed: Buffer.from('x'),
        decided_by_name: 'Ding Yi',
      });
      return id;
    },
  },
  {
    class: 'unagreedChild',
    of: 'a saved child whose guardian has not agreed',
    plant: async (ground, started) => {
      // Nothing sealed: what is copied of another row would not open.
      const [none, clock] = [Buffer.alloc(0), { created_at: started, updated_at: null }];
      const open = {
        id_no_sealed: '\\x',
        gender_sealed: null,
        dob_sealed: null,
        email_sealed: null,
        mobile_sealed: null,
        name_zh_sealed: null,
      };
      const id = await candidateOf(ground, { ...clock, ...open, birth_year: 2040 });
      const sealed = { name_sealed: none, id_no_sealed: none, mobile_sealed: none };
      const guardian = { id: randomId(), candidate_id: id, id_type: 'Passport', type: 'Mother', is_elsewhere: true };
      await write('candidate_guardian', { ...guardian, ...sealed });
      return id;
    },
  },
];
