import { lengthSeen } from '@exam/contract/rules';
import { TextAreaField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { pageWords } from '../messages/page.ts';

const nothing = { titleEn: '', titleZh: '', textEn: '', textZh: '' };
export type Circular = typeof nothing;

/** What is written to people of a session, in both languages; it is ready once all four are long enough. */
export function useCircular() {
  const [circular, write] = useState<Circular>(nothing);
  const isReady = Object.entries(circular).every(
    ([name, value]) => lengthSeen(value.trim()) >= (name.startsWith('title') ? 3 : 10),
  );
  return { circular, write, isReady, empty: () => write(nothing) };
}

/** The four fields of a message to people of a session. */
export function CircularFields({ circular, write }: { circular: Circular; write: (circular: Circular) => void }) {
  const words = useMessages(pageWords).circular;
  const fieldOf = (name: keyof Circular) => ({
    label: words[name],
    maxLength: name.startsWith('title') ? 100 : 2000,
    value: circular[name],
    onChange: (event: { target: { value: string } }) => write({ ...circular, [name]: event.target.value }),
  });
  return (
    <div className="grid gap-x-6 md:grid-cols-2">
      <TextField {...fieldOf('titleZh')} lang="zh-CN" />
      <TextField {...fieldOf('titleEn')} lang="en" />
      <TextAreaField {...fieldOf('textZh')} lang="zh-CN" rows={6} />
      <TextAreaField {...fieldOf('textEn')} lang="en" rows={6} />
    </div>
  );
}
