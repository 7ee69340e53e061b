import type { GuardianWait } from '@exam/contract/entities';
import { applicationStatusOf, type ApplicationStatus } from '@exam/contract/wire';
import { useMessages } from '@exam/ui/i18n';
import { StatusTag, Tag, type Tone } from '@exam/ui/parts';
import { applicationWords } from '../../messages/application.ts';

const tones: Partial<Record<ApplicationStatus, Tone>> = {
  Submitted: 'amber',
  Registered: 'jade',
  RegisteredCancellationRequested: 'amber',
  RegisteredCancellationRejected: 'jade',
  Withdrawn: 'seal',
};

/** The status of a registration, in either spelling, as people call it (8.9); a registration whose exam is over says so. */
export function ApplicationStatusTag({ status, isPast = false }: { status: string; isPast?: boolean }) {
  const words = useMessages(applicationWords).status;
  const known = applicationStatusOf(status) ?? 'Initiated';
  if (known === 'Registered' && isPast) return <StatusTag>{words.past}</StatusTag>;
  return <StatusTag tone={tones[known] ?? 'plain'}>{words[known]}</StatusTag>;
}

/** What a minor's registration waits for, in a word or two. */
export function GuardianWaitTag({ wait: { hasObjected, isUpheld, isWrongNumber } }: { wait: GuardianWait }) {
  const words = useMessages(applicationWords).guardianWait.tags;
  if (isUpheld) return <Tag tone="seal">{words.upheld}</Tag>;
  if (hasObjected) return <Tag tone="seal">{words.objected}</Tag>;
  return <Tag tone="seal">{isWrongNumber ? words.wrongNumber : words.waits}</Tag>;
}
