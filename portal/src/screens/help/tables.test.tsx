// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { helpCookiesWords } from '../../messages/help-cookies.ts';
import { helpPrivacyWords } from '../../messages/help-privacy.ts';
import { open, usePortal } from '../../testing/site.ts';
import { helpFacts } from '../../messages/help-facts.ts';

const portal = usePortal();

/** The rows of the table of this caption, cell by cell. */
function rowsOf(page: ParentNode, caption: string): string[][] {
  const table = [...page.querySelectorAll('table')].find((each) => each.caption?.textContent === caption);
  return [...(table?.tBodies[0]?.rows ?? [])].map((row) => [...row.cells].map(({ textContent }) => textContent));
}

describe('a table of the help', () => {
  it('has each cookie and each entry in the browser with what it is for', async () => {
    const { cookies, storage } = await helpCookiesWords.load('en');
    const page = await open(portal(), '/help/privacyCookie');

    expect(rowsOf(page, cookies.caption)).toEqual(
      Object.entries(cookies.rows(helpFacts)).map(([name, { purpose, kept }]) => [name, purpose, kept]),
    );
    expect(rowsOf(page, storage.caption)).toEqual(Object.entries(storage.rows(helpFacts)));
  });

  it('says how long a class is kept in hours up to one day, then in days, in months and in whole years [T5]', async () => {
    const { retention: words } = await helpPrivacyWords.load('en');
    const page = await open(portal(), '/help/privacy');

    const rows = rowsOf(page, words.caption);
    const { unusedUpload, draft, cancellationPaper } = words.classes;
    const lengths = [unusedUpload, draft, cancellationPaper].map((name) => rows.find(([what]) => what === name)?.[1]);
    expect(lengths).toEqual(['24 hours', '90 days', '6 months']);
    expect(rows.some(([, length]) => length?.endsWith(' years'))).toBe(true);
    expect(rows.some(([, length]) => /^(12|24|36|72) months$/.test(length ?? ''))).toBe(false);
  });
});
