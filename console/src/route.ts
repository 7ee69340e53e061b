import type { Permission } from '@exam/contract/staff/permissions';
import type { Screen } from '@exam/ui/app';
import type { FrameMessages } from './messages/en/frame.ts';
import type { Path } from './paths.ts';

/** One page of the console. `permission` is what the navigation and the page ask for; the server decides each call. */
export type Route = {
  path: Path | '*';
  title: keyof FrameMessages['pages'];
  screen: Screen;
  permission?: Permission;
  /** For who is not signed in. */
  isOpen?: true;
};
