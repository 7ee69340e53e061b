import { wire } from '@exam/contract/wire';

/**
 * Bytes after brotli that the public pages may have: the figures of 29 November for the pages and of 30 November, without fingerprints, for the scripts, rounded up to the next 200. They only
 * sink; five pages rose by 200 for what the privacy pages say since, and three by a description for search engines; one rose by 200 for the address of another call, which every page has. docs/speed.md says where they are to go.
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
    '/help/question': 12_500,
    '/help/group-application': 7800,
    '/help/contact-us': 7000,
    '/help/protection': 7950,
    '/help/privacy': 10_200,
    '/help/privacyCookie': 7800,
    '/help/childProtection': 8200,
    '/exam-all': 6600,
  },
  scripts: {
    '/': 96_000,
    [wire.paths.businessLicence]: 90_200,
    '/help/question': 99_400,
    '/help/group-application': 95_600,
    '/help/contact-us': 92_600,
    '/help/protection': 93_000,
    '/help/privacy': 95_800,
    '/help/privacyCookie': 93_600,
    '/help/childProtection': 96_600,
    '/exam-all': 95_000,
  },
  style: 8800,
};
