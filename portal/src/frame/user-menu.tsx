import { useMessages } from '@exam/ui/i18n';
import { Menu, showToast } from '@exam/ui/parts';
import { useSignOut } from '../app/session-guard.tsx';
import { frameWords } from '../messages/frame.ts';

/** The signed-in person's menu: the masked phone number and where it leads. */
export function UserMenu({ phone }: { phone: string }) {
  const words = useMessages(frameWords);
  const signOut = useSignOut();
  const leave = () => {
    signOut().then(
      () => showToast(words.signedOut, 'success'),
      () => undefined, // the call client has told the person
    );
  };
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
      items={[
        { label: words.menu.myExams, href: '/candidate/application' },
        { label: words.menu.myBookings, href: '/candidate/booking' },
        { label: words.menu.myOrders, href: '/candidate/order' },
        { label: words.menu.account, href: '/candidate/account' },
        { label: words.menu.myCandidates, href: '/candidate/my-candidates' },
        { label: words.menu.signOut, onSelect: leave },
      ]}
    />
  );
}
