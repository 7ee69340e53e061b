import { applicationStatusOf, type ApplicationStatus } from '@exam/contract/wire';
import { useMessages } from '@exam/ui/i18n';
import { StatusTag, type Tone } from '@exam/ui/parts';
import { postTestsWords } from '../../messages/post-tests.ts';

const tones: Partial<Record<ApplicationStatus, Tone>> = {
  Submitted: 'amber',
  Registered: 'jade',
  RegisteredCancellationRequested: 'amber',
  RegisteredCancellationRejected: 'jade',
  Processing: 'amber',
  Complete: 'jade',
  ApplicationRejected: 'seal',
};

/** The state of a request as people call it. */
export function PostTestStatusTag({ status }: { status: string }) {
  const words = useMessages(postTestsWords).status;
  const known = applicationStatusOf(status) ?? 'Initiated';
  return <StatusTag tone={tones[known] ?? 'plain'}>{words[known]}</StatusTag>;
}
