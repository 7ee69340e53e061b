import { emptyPublicDraft, forStorage, type PublicDraft } from '@exam/contract/wizards';
import { describe, expect, it } from 'vitest';
import { beginningOf as beginning } from './store.ts';

const beginningOf = (product: string, kept: Parameters<typeof beginning<PublicDraft>>[2]) =>
  beginning<PublicDraft>({ empty: emptyPublicDraft, forStorage }, product, kept);

const pickupPerson = { name: '李强', idType: 'Passport' as const, idNo: 'E12345678', mobile: '13800138000' };
const full: PublicDraft = {
  ...emptyPublicDraft,
  hasReadNotice: true,
  productId: 'p',
  candidateIds: ['c'],
  minorIds: ['c'],
  leave: { c: { choice: 'AuthorisedPersonPicksUp', pickupPerson } },
};
const local = { product: 'tkt', draft: forStorage(full) };
const server = { product: 'tkt', draft: full };

describe('where a registration begins', () => {
  it('after a reload the server’s draft brings back the pickup person, whom the browser never kept [R-35]', () => {
    expect(JSON.stringify(local)).not.toContain('E12345678');
    expect(beginningOf('tkt', { local, server: [server], isResumed: false })).toEqual({ draft: full, offer: null });
  });

  it('what was changed here since is newer than the server’s draft', () => {
    const newer = { product: 'tkt', draft: { ...local.draft, candidateIds: ['d'] } };
    expect(beginningOf('tkt', { local: newer, server: [server], isResumed: false }).draft.candidateIds).toEqual(['d']);
  });

  it('on another device the server’s draft is offered, and taken when asked to resume', () => {
    expect(beginningOf('tkt', { local: null, server: [server], isResumed: false })).toEqual({
      draft: emptyPublicDraft,
      offer: server,
    });
    expect(beginningOf('tkt', { local: null, server: [server], isResumed: true })).toEqual({
      draft: full,
      offer: null,
    });
  });

  it('what was typed when the session ended comes with the server’s draft, and only with it [R-23]', () => {
    const typed = { 'wizard:tkt:candidateInfo': { chosen: [], editing: { id: null } } };
    const kept = { ...server, typed };
    expect(beginningOf('tkt', { local, server: [kept], isResumed: false }).typed).toEqual(typed);
    const newer = { product: 'tkt', draft: { ...local.draft, candidateIds: ['d'] } };
    expect(beginningOf('tkt', { local: newer, server: [kept], isResumed: false }).typed).toBeUndefined();
    expect(beginningOf('tkt', { local: null, server: [kept], isResumed: true }).typed).toEqual(typed);
  });

  it('a draft of another exam is no beginning, but is offered', () => {
    expect(beginningOf('acca', { local, server: [server], isResumed: true })).toEqual({
      draft: emptyPublicDraft,
      offer: server,
    });
  });
});
