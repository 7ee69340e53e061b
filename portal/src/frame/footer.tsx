import { wire } from '@exam/contract/wire';
import { useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import { useSyncExternalStore } from 'react';
import { appConfig } from '../app/config.ts';
import { frameWords } from '../messages/frame.ts';

const never = () => () => undefined;

/** A page written ahead knows no configuration; the numbers come when the page comes to life. */
function useFilings(): string {
  return useSyncExternalStore(
    never,
    () => [appConfig().icpFiling, appConfig().policeFiling].filter(Boolean).join(' · '),
    () => '',
  );
}

/** Service hours, policies, and the operator's filing numbers when the configuration gives them. */
export function Footer() {
  const words = useMessages(frameWords).footer;
  const filings = useFilings();
  return (
    <footer className="no-print mt-16 border-t border-line" aria-label={words.label}>
      <div className="page-width py-8 text-ink-2">
        <p>{words.hours}</p>
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
          {[
            { href: '/help/question#terms', label: words.terms },
            { href: '/help/privacy', label: words.privacy },
            { href: '/help/privacyCookie', label: words.cookies },
            { href: '/help/childProtection', label: words.childProtection },
            { href: '/help/contact-us', label: words.contact },
            { href: wire.paths.businessLicence, label: words.licence },
          ].map((link) => (
            <li key={link.href}>
              <Link className="inline-flex min-h-11 items-center" href={link.href}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
        {filings !== '' && (
          <p className="mt-3 text-sm" lang="zh-CN">
            {filings}
          </p>
        )}
      </div>
    </footer>
  );
}
