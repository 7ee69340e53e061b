import { plural } from '@exam/ui/i18n';

export const many = {
  more: (count: number) => `and ${count} more`,
  leftOut: (count: number) => plural('en', count, { one: '1 is left out:', other: `${count} are left out:` }),
  notNow: 'its state does not allow it',
  progress: ({ done, of }: { done: number; of: number }) => `${done} of ${of}`,
  notDone: (count: number) => plural('en', count, { one: '1 stays as it was:', other: `${count} stay as they were:` }),
  lost: (what: string) =>
    `No answer came for ${what}. Those after it were not tried. Please look at the list before you go on.`,
  tooMany: (most: number) => `Please choose at most ${most} at once.`,
  reasonHint: '5 to 500 characters. It is kept in the audit of each.',
};

export type ManyMessages = typeof many;
