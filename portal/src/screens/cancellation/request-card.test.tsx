// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { detailOf, named } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { cancellationWords } from '../../messages/cancellation.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
type Exam = Reply<'application.get'>;
type Request = NonNullable<Exam['cancellation']>;

/** Opens the registration of a request to cancel. */
async function openRequest(request: Partial<Request>, exam: Partial<Exam> = {}): Promise<HTMLElement> {
  const given = portal().example('application.get');
  if (given.cancellation === null) throw new Error('The example has no request.');
  const cancellation = { ...given.cancellation, quotedAmount: 50_000, approvedAmount: null, ...request };
  portal().says('application.get', () => ({ ...given, cancellation, ...exam }));
  return await open(portal(), `/candidate/application/${given.id}`);
}

describe('a request to cancel', () => {
  it('says what was approved beside what was asked for, which may be less [R-70]', async () => {
    const { request } = await cancellationWords.load('en');
    const page = await openRequest({ outcome: 'Approved', approvedAmount: 30_000 });

    expect([detailOf(page, request.quoted), detailOf(page, request.approved)]).toEqual(['¥500.00', '¥300.00']);
  });

  it.each([true, false])('can be taken back when the server says so: %s', async (canTakeBack) => {
    const words = await cancellationWords.load('en');
    const page = await openRequest({ outcome: null, canTakeBack });

    expect(named(page, words.request.takeBack) !== undefined).toBe(canTakeBack);
  });

  it('says what is missing and until when: what was asked for, any paper, more if there is, or that it is too late [R-74]', async () => {
    const { request: words } = await cancellationWords.load('en');
    const open = { outcome: null, isDocumentRequired: true, documentsAsked: null, canAddDocuments: true };
    const [file] = portal().example('application.get').cancellation!.documents;
    const titles = [words.askedTitle, words.clockTitle, words.overdueTitle];
    const states: [Partial<Request>, string[]][] = [
      [{ documents: [] }, [words.clockTitle]],
      [{ documents: [file!] }, []],
      [{ documents: [], isDocumentRequired: false }, []],
      [{ documents: [], documentsAsked: 'The certificate.' }, [words.askedTitle]],
      [{ documents: [], canAddDocuments: false, isDocumentsOverdue: true }, [words.overdueTitle]],
      [{ documents: [], outcome: 'Approved' }, []],
    ];
    for (const [request, told] of states) {
      const { textContent } = await openRequest({ isDocumentsOverdue: false, ...open, ...request });
      expect(titles.filter((each) => textContent.includes(each))).toEqual(told);
    }
  });

  it('says what came of it, in the words of the office, and how often it can be asked again', async () => {
    const { request: words } = await cancellationWords.load('en');
    const rejected = { outcome: 'Rejected', decisionReason: 'The paper names another.', rejectionsLeft: 1 } as const;
    const told = [
      words.waitingText,
      words.takenBackText,
      words.rejectedText,
      words.approvedNote,
      words.attemptsLeft(1),
    ];
    const states: [Partial<Request>, boolean, string[]][] = [
      [{ outcome: null }, false, [words.waitingText]],
      [{ outcome: 'TakenBack' }, true, [words.takenBackText]],
      [rejected, true, [words.rejectedText, words.attemptsLeft(1)]],
      [rejected, false, [words.rejectedText]],
      [{ outcome: 'Approved', decisionReason: 'Get well soon.' }, false, [words.approvedNote]],
      [{ outcome: 'Approved', decisionReason: null }, false, []],
    ];
    for (const [request, canRequestCancellation, sentences] of states) {
      const { textContent } = await openRequest(request, { canRequestCancellation });
      expect(told.filter((each) => textContent.includes(each))).toEqual(sentences);
      if (request.decisionReason) expect(textContent).toContain(request.decisionReason);
    }
  });

  it('takes more documents while the server says so; those that were sent are fixed while it is open', async () => {
    const { request: words } = await cancellationWords.load('en');
    const [file] = portal().example('application.get').cancellation!.documents;
    const read = async (request: Partial<Request>) => {
      const page = await openRequest({ isDocumentRequired: true, documents: [file!], ...request });
      const texts = [words.sentFixed, words.noDocuments, words.noDocumentsAtAll];
      const shown = detailOf(page, words.documents) ?? '';
      return [named(page, words.add) !== undefined, ...texts.map((each) => shown.includes(each))];
    };

    expect(await read({ outcome: null, canAddDocuments: true })).toEqual([true, true, false, false]);
    expect(await read({ outcome: null, canAddDocuments: false })).toEqual([false, true, false, false]);
    expect(await read({ outcome: 'Approved', canAddDocuments: false })).toEqual([false, false, false, false]);
    expect(await read({ outcome: null, canAddDocuments: false, documents: [] })).toEqual([false, false, true, true]);
    expect(await read({ outcome: 'Rejected', canAddDocuments: false, documents: [] })).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('is counted from the second on, and names the share that was quoted', async () => {
    const words = await cancellationWords.load('en');
    const second = await openRequest({ attempt: 2, percent: 50 });
    const ofSecond = [words.request.attempt, words.request.rule].map((term) => detailOf(second, term));
    const first = await openRequest({ attempt: 1, percent: 0 });
    const ofFirst = [words.request.attempt, words.request.rule].map((term) => detailOf(first, term));

    expect(ofSecond).toEqual(['2', words.quotedShare(50)]);
    expect(ofFirst).toEqual([undefined, words.shareNothing]);
  });
});
