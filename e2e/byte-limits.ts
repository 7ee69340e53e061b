import { wire } from '@exam/contract/wire';

/**
 * Bytes after brotli that the public pages may have: the figures of 29 November for the pages and of 30 November, without fingerprints, for the scripts, rounded up to the next 200. They only
 * sink; five pages rose by 200 for what the privacy pages say since, and three by a description for search engines; one rose by 200 for the address of another call, and eight by 200 or 400 for three more and what the help says of registrations that staff fill in (decision 0101); every page has the addresses of all calls. docs/speed.md says where they are to go.
 */
export const byteLimits: {
  /** A page that is written ahead with the style inside, the larger of both languages. */
  pages: Readonly<Record<string, number>>;
  /** The scripts that a new phone fetches for such a page until it has been idle. */
  scripts: Readonly<Record<string, number>>;
  /** The style sheet that comes with the script. */
  style: number;
} = {
  pages: {
    '/': 7000,
    [wire.paths.businessLicence]: 6400,
    '/help/question': 12_700,
    '/help/group-application': 7800,
    '/help/contact-us': 7000,
    '/help/protection': 7950,
    '/help/privacy': 10_400,
    '/help/privacyCookie': 7800,
    '/help/childProtection': 8200,
    '/exam-all': 6600,
  },
  scripts: {
    '/': 96_200,
    [wire.paths.businessLicence]: 90_400,
    '/help/question': 99_800,
    '/help/group-application': 95_600,
    '/help/contact-us': 92_800,
    '/help/protection': 93_200,
    '/help/privacy': 96_000,
    '/help/privacyCookie': 93_800,
    '/help/childProtection': 96_600,
    '/exam-all': 95_200,
  },
  style: 8800,
};
