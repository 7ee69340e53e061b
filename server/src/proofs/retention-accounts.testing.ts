import { randomBytes, randomId } from '#platform/chance';
import { givenAccount } from '#testing';
import { type Planting, write } from './planting.testing.ts';
import { meddle } from './world.testing.ts';

/** Where people were signed in, and how an account was shown to be theirs. */
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
];
