export const help = {
  centre: 'Help centre',
  pages: 'Help pages',
  onThisPage: 'On this page',
  links: {
    questions: 'Common questions',
    group: 'Group registration',
    contact: 'Contact us',
    protection: 'Safety of minors',
    children: 'Children’s information',
    privacy: 'Privacy',
    cookies: 'Cookies',
  },
  version: (date: string) => `This version is in force from ${date}.`,
  loading: 'Loading the current details',
  failed: 'The current details could not be loaded. Check your connection.',
  again: 'Try again',
  demonstration: 'This is a demonstration: the company and its details are invented.',
  noScript: 'The details of this section need JavaScript.',
};

export type HelpMessages = typeof help;
