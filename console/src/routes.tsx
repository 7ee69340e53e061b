import type { Permission } from '@exam/contract/staff/permissions';
import { screen, type Screen } from '@exam/ui/app';
import { matchPath } from 'react-router';
import type { FrameMessages } from './messages/en/frame.ts';
import { todayWords } from './messages/today.ts';
import type { Path } from './paths.ts';

type PageTitle = keyof FrameMessages['pages'];
type Group = keyof FrameMessages['groups'];

/** One page of the console. `permission` is what the navigation and the page ask for; the server decides each call. */
export type Route = {
  path: Path | '*';
  title: PageTitle;
  screen: Screen;
  permission?: Permission;
  /** Stands in the navigation, in this group. */
  group?: Group;
  /** For who is not signed in. */
  isOpen?: true;
};

export type NavigationEntry = Pick<Route, 'path' | 'title' | 'permission'>;

const signIn = screen(() => import('./screens/sign-in/sign-in.tsx').then((m) => m.SignIn));

/** What everybody sees who is not signed in. */
export const signInRoute: Route = { path: '*', title: 'signIn', screen: signIn };

const routes: readonly Route[] = [
  {
    path: '/invitation',
    title: 'invitation',
    isOpen: true,
    screen: screen(() => import('./screens/sign-in/invitation.tsx').then((m) => m.Invitation)),
  },
  {
    path: '/',
    title: 'today',
    group: 'work',
    screen: screen(() => import('./screens/today/today.tsx').then((m) => m.Today), todayWords),
  },
];

/** The route of an address (path only), or null for a page that does not exist. */
export function routeOf(pathname: string): Route | null {
  const fitting = routes.filter((route) => matchPath({ path: route.path, end: true, caseSensitive: true }, pathname));
  return fitting.find((route) => !route.path.includes(':')) ?? fitting[0] ?? null;
}

/** The screen of an address, to fetch it early. */
export function screenOf(pathname: string): Screen | null {
  return routeOf(pathname)?.screen ?? null;
}

const groups: readonly Group[] = ['work', 'exams', 'money', 'people', 'settings'];

/** The navigation: the pages that name a group, in the table's order. */
export const navigation: readonly { group: Group; entries: readonly NavigationEntry[] }[] = groups.map((group) => ({
  group,
  entries: routes.filter((route) => route.group === group),
}));
