import type { ReactNode } from 'react';

export type NoticeTone = 'info' | 'success' | 'warning' | 'error';

const looks: Record<NoticeTone, string> = {
  info: 'notice',
  success: 'notice notice-success',
  warning: 'notice notice-warning',
  error: 'notice notice-error',
};

/** A message that stays. With `live` it is announced when it appears (an error at once, anything else politely). */
export function Notice(props: { tone?: NoticeTone; title?: string; live?: boolean; children?: ReactNode }) {
  const { tone = 'info', live = false } = props;
  const role = tone === 'error' ? 'alert' : 'status';
  return (
    <div className={looks[tone]} role={live ? role : undefined}>
      {props.title !== undefined && <p className="font-bold">{props.title}</p>}
      {props.children}
    </div>
  );
}
