import type { RegistrationPage } from '@exam/contract/staff';
import { auditFieldOf } from '@exam/contract/staff/audit';
import { useMessages } from '@exam/ui/i18n';
import { auditWords } from '../../messages/audit.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { pageWords } from '../../messages/page.ts';
import { Section, Timeline, AuditValue, Because, wordOf } from '../../page/index.ts';

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
          text: wordOf(words.events, event),
          ...(reason === null ? {} : { detail: <Because reason={reason} /> }),
        }))}
      />
    </Section>
  );
}

/** What staff did, from the audit: who, why, and what it was before and after. */
export function StaffActs({ registration: { audit } }: Props) {
  const words = useMessages(registrationWords);
  const { acts } = useMessages(pageWords);
  if (audit.length === 0) return null;
  return (
    <Section title={words.staffActs}>
      <Timeline
        label={words.staffActs}
        entries={audit.map((entry) => ({
          at: entry.at,
          who: entry.staffName,
          text: wordOf(acts, entry.action),
          detail: <Changes entry={entry} />,
        }))}
      />
    </Section>
  );
}

function Changes({ entry: { reason, before, after } }: { entry: RegistrationPage['audit'][number] }) {
  const words = useMessages(registrationWords);
  const { fields } = useMessages(auditWords);
  const changed = before === null ? [] : Object.keys(after ?? {}).filter((field) => field in before);
  return (
    <>
      {changed.map((field) => (
        <span key={field} className="block">
          {wordOf(fields, auditFieldOf(field)?.name ?? field)}
          {': '}
          <AuditValue field={field} value={before?.[field]} none={words.none} />
          {' → '}
          <AuditValue field={field} value={after?.[field]} none={words.none} />
        </span>
      ))}
      {reason !== null && (
        <span className="block">
          <Because reason={reason} />
        </span>
      )}
    </>
  );
}
