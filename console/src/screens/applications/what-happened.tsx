import type { RegistrationPage } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { registrationWords } from '../../messages/registrations.ts';
import { pageWords } from '../../messages/page.ts';
import { Section, Timeline } from '../../page/index.ts';

type Props = { registration: RegistrationPage };

/** Every event of the registration, its letter, its attendance and its special arrangement, newest first. */
export function WhatHappened({ registration: { timeline } }: Props) {
  const words = useMessages(registrationWords);
  return (
    <Section title={words.timeline}>
      <Timeline
        label={words.timeline}
        entries={timeline.map(({ at, event, reason, staffName }) => ({
          at,
          ...(staffName === null ? {} : { who: staffName }),
          text: words.events[event] ?? event,
          ...(reason === null ? {} : { detail: words.reason(reason) }),
        }))}
      />
    </Section>
  );
}

/** What staff did, from the audit: who, why, and what it was before and after. */
export function StaffActs({ registration: { audit } }: Props) {
  const words = useMessages(registrationWords);
  const acts = new Map(Object.entries(useMessages(pageWords).acts));
  if (audit.length === 0) return null;
  return (
    <Section title={words.staffActs}>
      <Timeline
        label={words.staffActs}
        entries={audit.map((entry) => ({
          at: entry.at,
          who: entry.staffName,
          text: acts.get(entry.action) ?? entry.action,
          detail: <Changes entry={entry} />,
        }))}
      />
    </Section>
  );
}

function Changes({ entry: { reason, before, after } }: { entry: RegistrationPage['audit'][number] }) {
  const words = useMessages(registrationWords);
  const shown = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return words.none;
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    return typeof value === 'string' ? (words.values[value] ?? value) : JSON.stringify(value);
  };
  const changed = before === null ? [] : Object.keys(after ?? {}).filter((field) => field in before);
  return (
    <>
      {changed.map((field) => (
        <span key={field} className="block">
          {words.changed(words.fields[field] ?? field, shown(before?.[field]), shown(after?.[field]))}
        </span>
      ))}
      {reason !== null && <span className="block">{words.reason(reason)}</span>}
    </>
  );
}
