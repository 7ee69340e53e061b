import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { Component, type ReactNode } from 'react';
import { frameWords } from '../messages/frame.ts';

/** A page whose code or data could not be fetched, with the way to try again. */
export function CannotShow({ onAgain }: { onAgain: () => void }) {
  const { cannotShow } = useMessages(frameWords);
  return (
    <div className="page-width py-16" role="alert">
      <h1 className="text-3xl">{cannotShow.title}</h1>
      <p className="mt-2 text-ink-2">{cannotShow.text}</p>
      <Button className="mt-6" onClick={onAgain}>
        {cannotShow.again}
      </Button>
    </div>
  );
}

/** Keeps a page that breaks from taking the frame with it. React offers this to classes only. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <CannotShow onAgain={() => window.location.reload()} /> : this.props.children;
  }
}
