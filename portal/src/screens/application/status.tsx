import { applicationStatusOf, type ApplicationStatus } from '@exam/contract/wire';
import { useMessages } from '@exam/ui/i18n';
import { StatusTag, type Tone } from '@exam/ui/parts';
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
