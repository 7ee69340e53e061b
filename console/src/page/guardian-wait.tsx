import type { GuardianWait } from '@exam/contract/entities';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { pageWords } from '../messages/page.ts';

/** Whom a minor's registration waits for, and until when (PIPL 31). */
export function GuardianWaitText({ wait }: { wait: GuardianWait }) {
  const { until, hasObjected, isLinkOver, isUpheld, isWrongNumber, isFormer } = wait;
  const words = useMessages(pageWords).guardianWait;
  const { instant } = useFormats();
  if (isUpheld) return words.upheld;
  if (hasObjected) return words.objected;
  if (isWrongNumber) return words.wrongNumber;
  if (until !== null) return isFormer ? words.former(instant(until)) : words.object(instant(until));
  return isLinkOver ? words.linkOver : words.agree;
}
