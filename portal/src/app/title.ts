import { useMessages } from '@exam/ui/i18n';
import { createContext, use, useEffect } from 'react';
import type { FrameMessages } from '../messages/en/frame.ts';
import { frameWords } from '../messages/frame.ts';

export type PageTitle = keyof FrameMessages['titles'];

/** Which page is on show; given by the app from the route table. */
export const PageTitleContext = createContext<PageTitle>('notFound');

/** The name of the page on show, from the route table. */
export function useRouteTitle(): string {
  const { titles } = useMessages(frameWords);
  return titles[use(PageTitleContext)];
}

/** Keeps the document's title: the page's name, or `own` when a screen knows better (an order's code). */
export function useDocumentTitle(own?: string): void {
  const words = useMessages(frameWords);
  const routeTitle = useRouteTitle();
  const title = words.documentTitle(own ?? routeTitle);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
