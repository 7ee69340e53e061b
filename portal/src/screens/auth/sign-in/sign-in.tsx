import { normaliseMainlandMobile } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Link, Tabs } from '@exam/ui/parts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { authWords } from '../../../messages/auth.ts';
import { AuthPage } from '../auth-page.tsx';
import { carryNumber, useCarried } from '../carried-number.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { Possession } from './possession.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SignInByCode } from './by-code.tsx';
import { SignInByPassword } from './by-password.tsx';
import { useWayBack } from '../use-way-back.ts';
import { useWayIn, type Arrive } from './use-way-in.ts';

type Way = 'code' | 'password';

/** Sign-in: by a code, by password, by passkey; then whatever step the server still asks for. */
export function SignIn() {
  const { stepLeft, arrive, again, isAgain } = useWayIn();
  if (stepLeft?.kind === 'secondFactor') return <SecondFactor {...stepLeft} onArrive={arrive} onAgain={again} />;
  if (stepLeft?.kind === 'possession') return <Possession ways={stepLeft.ways} onArrive={arrive} onAgain={again} />;
  return <FirstStep onArrive={arrive} isAgain={isAgain} />;
}

/** After a reset of the password it is asked for first. */
function useFirstWay(): Way {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'way' in state && state.way === 'password'
    ? 'password'
    : 'code';
}

/** What was typed as an account, if it is a mobile number. */
const mobileIn = (account: string) => (normaliseMainlandMobile(account) === null ? '' : account);

/** What was typed goes along when the way is changed, and a number to the registration of who has no account yet. */
function FirstStep({ onArrive, isAgain }: { onArrive: Arrive; isAgain: boolean }) {
  const words = useMessages(authWords).signIn;
  const { withBack } = useWayBack();
  const [way, setWay] = useState<Way>(useFirstWay());
  const { phone: number } = useCarried();
  const [phone, setPhone] = useState(number);
  const [account, setAccount] = useState(number);
  const choose = (next: Way) => {
    if (next === 'password' && account === '') setAccount(phone);
    if (next === 'code' && phone === '' && mobileIn(account) !== '') setPhone(account);
    setWay(next);
  };
  return (
    <AuthPage title={words.title} isStep={isAgain}>
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
          <SignInByCode phone={phone} onPhone={setPhone} onArrive={onArrive} />
        ) : (
          <SignInByPassword account={account} onAccount={setAccount} onArrive={onArrive} />
        )}
      </Tabs>
      <PasskeyButton onArrive={onArrive} />
      <p className="mt-6">
        {words.newHere}{' '}
        <Link href={withBack('/auth/register')} onClick={() => carryNumber(way === 'code' ? phone : mobileIn(account))}>
          {words.register}
        </Link>
      </p>
    </AuthPage>
  );
}
