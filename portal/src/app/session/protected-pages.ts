import { createContext } from 'react';

/** Tells of an address (path only) whether its page needs a signed-in person. The app provides it, which knows every page. */
export const ProtectedPages = createContext<(pathname: string) => boolean>(() => false);
