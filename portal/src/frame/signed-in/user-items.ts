import { useMessages } from '@exam/ui/i18n';
import { showToast, type MenuItem } from '@exam/ui/parts';
import { useSignOut } from '../guard.tsx';
import { frameWords } from '../../messages/frame.ts';

/** Where the signed-in person's menu leads, in the specification's order; the last entry signs out. */
export function useUserItems(): readonly MenuItem[] {
  const words = useMessages(frameWords);
  const signOut = useSignOut();
  const leave = () => {
    signOut().then(
      () => showToast(words.signedOut, 'success'),
      () => undefined, // the call client has told the person
    );
  };
  return [
    { label: words.menu.myExams, href: '/candidate/application' },
    { label: words.menu.myBookings, href: '/candidate/booking' },
    { label: words.menu.myOrders, href: '/candidate/order' },
    { label: words.menu.account, href: '/candidate/account' },
    { label: words.menu.myCandidates, href: '/candidate/my-candidates' },
    { label: words.menu.signOut, onSelect: leave },
  ];
}
