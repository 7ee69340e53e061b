import { useMessages } from '@exam/ui/i18n';
import { useSession } from '../../app/session/session.ts';
import { accountWords } from '../../messages/account.ts';
import { ChildrensData } from './childrens-data.tsx';
import { Calendar } from './calendar.tsx';
import { CloseAccount } from './close-account.tsx';
import { Details } from './details/details.tsx';
import { Devices } from './devices/devices.tsx';
import { MessageSettings } from './message-settings.tsx';
import { Passkeys } from './passkeys.tsx';
import { OwnDataLink } from './own-data-link.tsx';
import { Proving } from './proving.tsx';
import { TrustedDevices } from './devices/trusted-devices.tsx';

/** The account: how to sign in, where messages go, which devices are signed in. */
export function Account() {
  const words = useMessages(accountWords);
  const { user } = useSession();
  if (user === null) return null;
  return (
    <Proving>
      <div className="page-width py-8">
        <h1 className="mb-2 text-3xl">{words.title}</h1>
        <p className="mb-6 text-ink-2">{words.intro}</p>
        <div className="max-w-3xl">
          <Details user={user} />
          <MessageSettings user={user} />
          <Calendar />
          <Passkeys />
          <Devices />
          <TrustedDevices />
          <ChildrensData />
          <OwnDataLink />
          <CloseAccount />
        </div>
      </div>
    </Proving>
  );
}
