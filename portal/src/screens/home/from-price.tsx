import { useMessages } from '@exam/ui/i18n';
import { Money } from '@exam/ui/parts';
import { homeWords } from '../../messages/home.ts';

/** "from ¥980.00" in English, "¥980.00 起" in Chinese: the dictionary's word is where the language puts it. */
export function FromPrice({ fen }: { fen: number }) {
  const words = useMessages(homeWords);
  return (
    <p className="price-from">
      <span className="text-sm text-ink-2">{words.from}</span> <Money fen={fen} className="text-lg font-bold" />
    </p>
  );
}
