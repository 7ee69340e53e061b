import { normaliseMainlandMobile } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Link, Tabs } from '@exam/ui/parts';
import { useState } from 'react';
import { authWords } from '../../messages/auth.ts';
import { AuthPage } from './auth-page.tsx';
import { SignInByCode } from './sign-in-by-code.tsx';
import { SignInByPassword } from './sign-in-by-password.tsx';
import { useWayBack } from './use-way-back.ts';

type Way = 'code' | 'password';

/** Sign-in, by a code sent to the phone or by password; the number typed goes along when the way is changed. */
export function SignIn() {
  const words = useMessages(authWords).signIn;
  const { withBack } = useWayBack();
  const [way, setWay] = useState<Way>('code');
  const [phone, setPhone] = useState('');
  const [account, setAccount] = useState('');
  const choose = (next: Way) => {
    if (next === 'password' && account === '') setAccount(phone);
    if (next === 'code' && phone === '' && normaliseMainlandMobile(account) !== null) setPhone(account);
    setWay(next);
  };
  return (
    <AuthPage title={words.title}>
      <Tabs
        label={words.ways}
        tabs={[
          { id: 'code', label: words.byCode },
          { id: 'password', label: words.byPassword },
        ]}
        selected={way}
        onSelect={choose}
      >
        {way === 'code' ? (
          <SignInByCode phone={phone} onPhone={setPhone} />
        ) : (
          <SignInByPassword account={account} onAccount={setAccount} />
        )}
      </Tabs>
      <p className="mt-6">
        {words.newHere} <Link href={withBack('/auth/register')}>{words.register}</Link>
      </p>
    </AuthPage>
  );
}
