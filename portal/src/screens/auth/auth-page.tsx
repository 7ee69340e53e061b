import { Navigate } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../../app/session/session.ts';
import { authWords } from '../../messages/auth.ts';
import { useWayBack } from './use-way-back.ts';

/**
 * The page around a form of this group, which says what it is in the way of. Who is signed in (already, or by the form) goes on to where they came from.
 * @param props.isStep shown in place of another form at the same address: the focus goes to its heading
 */
export function AuthPage(props: { title: string; intro?: string; isStep?: boolean; children: ReactNode }) {
  const { title, intro, isStep = false, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isStep) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isStep]);
  const { aside, cameFor } = useMessages(authWords);
  const { isLogin } = useSession();
  const { back } = useWayBack();
  if (isLogin) return <Navigate replace to={back} />;
  return (
    <div className="page-width grid gap-x-16 gap-y-10 py-8 lg:grid-cols-[minmax(0,30rem)_minmax(0,24rem)] lg:justify-center lg:py-12">
      <div>
        <h1 ref={heading} tabIndex={-1} className="mb-2 text-3xl">
          {title}
        </h1>
        {back !== '/' && <p className="text-ink-2">{isRegistering(back) ? cameFor.registering : cameFor.elsewhere}</p>}
        {intro !== undefined && <p className="text-ink-2">{intro}</p>}
        <div className="mt-6">{children}</div>
      </div>
      <aside className="border-line lg:border-l lg:py-2 lg:pl-10">
        <h2 className="mb-3 text-xl">{aside.title}</h2>
        <ul className="grid gap-3 text-ink-2">
          {aside.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </aside>
    </div>
  );
}

/** Whether somebody was on the way through a registration or booking. */
function isRegistering(back: string): boolean {
  return back.startsWith('/exam-registration');
}
