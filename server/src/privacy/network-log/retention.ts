import { sql } from 'kysely';
import { forgetCalls } from '#platform/network-log';
import { isHeld, peopleOf, type Sweep } from '#office/holds';

/**
 * The network log, twelve months to the second and not a day longer (S-18). An index gives what is due in its order, so that no
 * batch sorts a night's million. A hold on a person keeps the calls of the account that saved them.
 */
export const retention: Sweep[] = [
  {
    class: 'networkLog',
    isMass: true,
    due: ({ border }) => sql`
      select call.id, call.at as started,
        ${isHeld({
          class: 'networkLog',
          personKey: peopleOf(sql.ref('call.account_id')),
        })} as is_held
      from network_log call where call.at <= ${border}::timestamptz`,
    forget: forgetCalls,
  },
];
