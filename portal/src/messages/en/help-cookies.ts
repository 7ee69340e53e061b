import type { HelpFacts } from '../help-facts.ts';

export const helpCookies = {
  version: '2026-12-01',
  lead: 'We use only what the site cannot do without. Nothing here follows you to other sites, measures you or shows you advertising, so there is nothing to agree to.',
  cookies: {
    title: 'Cookies',
    text: 'A cookie is a short text that your browser keeps and sends back to us. These are all:',
    caption: 'Cookies of this site',
    name: 'Name',
    purpose: 'What for',
    kept: 'How long',
    rows: ({ lifetimes }: HelpFacts) => ({
      'portal-session': {
        purpose: 'keeps you signed in',
        kept: `until the browser is closed, at most ${lifetimes.sessionHours} hours, and ${lifetimes.idleMinutes} minutes without use`,
      },
      'portal-visit': {
        purpose: 'ties the puzzle and a verification code to this browser',
        kept: 'until the browser is closed',
      },
      'portal-ticket': {
        purpose: 'holds the first half of a sign-in in two steps',
        kept: `${lifetimes.ticketMinutes} minutes`,
      },
      'portal-device': {
        purpose: `set when you register or sign in: your account knows this device again, so that wrong tries of others elsewhere do not hold you up here. After registration, or if you tick the box, your password alone is enough here for ${lifetimes.trustedDeviceDays} days`,
        kept: `${lifetimes.knownDeviceDays} days from the last sign-in, or until you forget the device under “Account”`,
      },
      lang: { purpose: 'remembers the language you chose', kept: '1 year' },
    }),
    prefixBefore: 'On an encrypted connection the names of the first four begin with ',
    prefixAfter: ': the browser then sends them to this site only.',
  },
  storage: {
    title: 'Storage in the browser',
    text: 'Besides, the page notes a few things in your browser’s own storage. They are not sent to anybody:',
    caption: 'Entries in the browser’s storage',
    rows: ({ lifetimes }: HelpFacts) => ({
      lang: 'the language you chose',
      steps: 'how far a registration has got in this tab; no document numbers',
      lastActiveAt: `when you last did something, to sign you out after ${lifetimes.idleMinutes} minutes`,
      'cookie-banner': 'that you closed the notice about cookies',
      bindEmailPrompt: 'that you were asked to add an e-mail address',
      'coming-exams':
        'your next exams, if you chose to keep them on this device: time, place and code, no document numbers; until you sign out, or the exams are over',
      passkeyOffer: 'that you were offered a passkey',
    }),
  },
  others: {
    title: 'Other sites',
    text: 'When you pay you go to the payment channel’s own page, and exam information may link to an awarding body. Their rules apply there. Nothing of theirs is loaded into our pages.',
  },
  control: {
    title: 'What you can do',
    text: 'You can delete cookies and storage in your browser at any time; you are then signed out and asked for the language again. If you block cookies altogether you can read everything, but not sign in.',
  },
  versions: {
    title: 'Versions',
    list: [
      { date: '2026-12-01', text: 'Says that you can keep your next exams on this device.' },
      { date: '2025-01-01', text: 'The first version.' },
    ],
    later:
      'Since then names and periods in the tables above have been brought up to date, and what the cookie that recognises a device does is told in full; no cookie has been added.',
  },
};

export type HelpCookiesMessages = typeof helpCookies;
