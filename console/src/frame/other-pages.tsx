import { useMessages } from '@exam/ui/i18n';
import { Button, LinkButton } from '@exam/ui/parts';
import { Component, type ReactNode } from 'react';
import { frameWords } from '../messages/frame.ts';

/** The page of an address that does not exist. */
export function NotFound() {
  const { notFound } = useMessages(frameWords);
  return (
    <div className="py-10">
      <h1 className="text-2xl">{notFound.title}</h1>
      <p className="mt-2 text-ink-2">{notFound.text}</p>
      <LinkButton className="mt-6" href="/">
        {notFound.home}
      </LinkButton>
    </div>
  );
}

/** A page that the person's rights do not include. */
export function NotAllowed() {
  const { notAllowed } = useMessages(frameWords);
  return (
    <div className="py-10">
      <h1 className="text-2xl">{notAllowed.title}</h1>
      <p className="mt-2 text-ink-2">{notAllowed.text}</p>
    </div>
  );
}

function CannotShow() {
  const { cannotShow } = useMessages(frameWords);
  return (
    <div className="py-10" role="alert">
      <h1 className="text-2xl">{cannotShow.title}</h1>
      <p className="mt-2 text-ink-2">{cannotShow.text}</p>
      <Button className="mt-6" onClick={() => window.location.reload()}>
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
    return this.state.isBroken ? <CannotShow /> : this.props.children;
  }
}
