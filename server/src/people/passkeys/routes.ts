import { passkeyCalls } from '@exam/contract/calls';
import { reading } from '#platform/database';
import type { Handlers } from '#platform/http';
import { lifetimes } from '#platform/limits/table';
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './manage.ts';
import { passkeyChallenge, signInByPasskey } from './sign-in.ts';
import { listPasskeys } from './store.ts';

const handlers: Handlers<typeof passkeyCalls> = {
  'user.passkeys': ({ account }) => reading((tx) => listPasskeys(tx, account.id)),
  'user.startPasskey': (call) => startPasskey(call),
  'user.addPasskey': (call) => addPasskey(call.body, call),
  'user.renamePasskey': (call) => renamePasskey(call.params.id, call.body.name, call),
  'user.removePasskey': (call) => removePasskey(call.params.id, call),
  'user.passkeyChallenge': (call) => passkeyChallenge(call),
  'user.signInByPasskey': async (call) => {
    const { visitId, ip, session, deviceToken, headers, setSession, setToken } = call;
    const origin = { ip, userAgent: (headers['user-agent'] ?? '').slice(0, 300) };
    const caller = { visitId, session, deviceToken, origin };
    const { token, deviceToken: nextDevice, reply } = await signInByPasskey(call.body.credential, caller);
    setSession(token);
    setToken('device', { value: nextDevice, seconds: lifetimes.knownDevice.seconds });
    setToken('ticket', null);
    return reply;
  },
};

/** The calls of this domain. */
export const routes = [{ calls: passkeyCalls, handlers }];
