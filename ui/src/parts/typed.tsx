import type { ReactNode } from 'react';

/**
 * What a person typed or a name that is theirs, in whatever language and direction: nobody reads it aloud with the page's voice and no
 * browser translates it; its line breaks stay, and a long word breaks.
 */
export function Typed({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <bdi lang="" translate="no" className={`typed ${className}`}>
      {children}
    </bdi>
  );
}
