import { useMessages } from '@exam/ui/i18n';
import { Menu } from '@exam/ui/parts';
import { useSession } from '../../app/session/session.ts';
import { frameWords } from '../../messages/frame.ts';
import { useUserItems } from './user-items.ts';

/** The signed-in person's menu: the masked phone number and where it leads. */
export function UserMenu() {
  const phone = useSession().user?.phoneNumber ?? '';
  const words = useMessages(frameWords);
  const items = useUserItems();
  return (
    <Menu
      label={
        <>
          <span className="sr-only">{words.account(phone)}</span>
          <span aria-hidden="true" className="tabular-nums">
            {phone}
          </span>
        </>
      }
      items={items}
    />
  );
}
