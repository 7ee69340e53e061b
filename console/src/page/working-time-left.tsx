import { useMessages } from '@exam/ui/i18n';
import { Tag } from '@exam/ui/parts';
import { pageWords } from '../messages/page.ts';

/** Hours of working days left to staff (R-54, decision 0016); late ones stand out. A dash where nothing waits for them. */
export function WorkingTimeLeft({ seconds }: { seconds: number | null }) {
  const words = useMessages(pageWords);
  if (seconds === null) return <>–</>;
  const hours = Math.floor(Math.abs(seconds) / 3600);
  return seconds < 0 ? <Tag tone="seal">{words.workLate(hours)}</Tag> : <>{words.workLeft(hours)}</>;
}
