import { instantOf, reportTime } from '@exam/contract/rules';
import type { Formats, Language } from '@exam/ui/i18n';
import { api } from '../../app/api.ts';
import { keptCopy } from '../../app/kept-copy.ts';
import type { ApplicationMessages } from '../../messages/en/application.ts';
import type { ExamsMessages } from '../../messages/en/exams.ts';
import { candidateName, withChinese } from '../../page/candidates.ts';
import type { Registration } from '../application/people.tsx';

/** The most exams that are kept: the next ones. */
const mostKept = 20;

/** What a copy is written with. */
export type Writing = {
  language: Language;
  formats: Formats;
  words: ExamsMessages['detail'];
  shared: Pick<ApplicationMessages, 'fields' | 'times'>;
};

/** Whether a copy of the exams can be kept by this browser at all: only on an encrypted address. */
export const canKeep = (): boolean => 'caches' in globalThis && 'serviceWorker' in navigator;

/** Whether a copy is kept on this device. */
export async function isKept(): Promise<boolean> {
  return canKeep() && (await caches.match(keptCopy.address)) !== undefined;
}

/** Whether the account trusts this device. */
async function isDeviceTrusted(): Promise<boolean> {
  const devices = await api('user.devices', {}, { isQuiet: true });
  return devices.some(({ isCurrent, trustedUntil }) => isCurrent && trustedUntil !== null);
}

/**
 * Keeps the account's next exams on this device, so that they open without a network; a copy there is is replaced (decision 0097).
 * @returns `untrusted` where the account does not trust this device, and `none` where no exam lies ahead: nothing is kept then, nor stays
 * @throws CallError when the exams cannot be read
 */
export async function keepCopy(accountId: string, writing: Writing): Promise<'kept' | 'untrusted' | 'none'> {
  const isTrusted = await isDeviceTrusted();
  const exams = isTrusted ? await comingExams() : [];
  const ends = exams.map(({ examInfo }) => instantOf(examInfo.examDate, examInfo.endTime)).sort();
  const until = ends.at(-1);
  if (until === undefined) {
    await caches.delete(keptCopy.store);
    return isTrusted ? 'none' : 'untrusted';
  }
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    [keptCopy.owner]: accountId,
    [keptCopy.until]: until,
  };
  const store = await caches.open(keptCopy.store);
  await store.put(keptCopy.address, new Response(copyOf(exams, new Date().toISOString(), writing), { headers }));
  await navigator.serviceWorker.register(workerAddress() as string);
  return 'kept';
}

/** The account's next exams that it is registered for, the soonest first. */
async function comingExams(): Promise<Registration[]> {
  const { list } = await api(
    'application.search',
    {
      body: {
        pageIndex: 1,
        pageSize: mostKept,
        sorts: [{ field: 'examDate', desc: false }],
        filters: [
          { field: 'status', value: 'Registered' },
          { field: 'when', value: 'upcoming' },
        ],
      },
    },
    { isQuiet: true },
  );
  return await Promise.all(
    list.map(({ applicationId: id }) => api('application.get', { params: { id } }, { isQuiet: true })),
  );
}

/** The only script that may be given to the browser as an address; where it asks for a sign that somebody looked at it, with that. */
function workerAddress(): unknown {
  const address = '/offline-worker.js';
  const given = globalThis as { trustedTypes?: { createPolicy: (name: string, rules: object) => Policy } };
  return (
    given.trustedTypes?.createPolicy('offline-worker', { createScriptURL: () => address }).createScriptURL('') ??
    address
  );
}
type Policy = { createScriptURL: (address: string) => unknown };

const style = `:root{color-scheme:light dark}body{margin:0 auto;max-width:40rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:1.5rem}
h2{margin:0;font-size:1.125rem}section{margin:1rem 0;border:1px solid;border-radius:.5rem;padding:1rem}dl{margin:.5rem 0 0;display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere}strong{font-size:1.25rem}`;

/**
 * The document that opens without a network: who sits what, when to be there, where, and the code by which staff find them. No document number, guardian,
 * telephone or sum. @param madeAt instant
 */
export function copyOf(
  exams: readonly Registration[],
  madeAt: string,
  { language, formats, words, shared }: Writing,
): string {
  const add = (parent: Element, tag: string, text: string): Element => {
    const element = document.createElement(tag);
    element.textContent = text;
    parent.append(element);
    return element;
  };
  const main = document.createElement('main');
  add(main, 'h1', words.offline.title);
  add(main, 'p', words.offline.asOf(formats.instant(madeAt)));
  add(add(main, 'p', ''), 'a', words.offline.again).setAttribute('href', '/candidate/application');
  for (const exam of exams) {
    const { examInfo, session, applicationCandidate: person } = exam;
    const section = add(main, 'section', '');
    add(section, 'h2', `${examInfo.productName} · ${examInfo.subjectName}`);
    add(section, 'p', withChinese(candidateName(person), person.nameZh ?? null));
    const list = add(section, 'dl', '');
    const facts: readonly [string, string][] = [
      [shared.fields.date, formats.longDate(examInfo.examDate)],
      [words.report, shared.times(reportTime(examInfo.startTime))],
      [shared.fields.time, shared.times(formats.times(examInfo.startTime, examInfo.endTime))],
      [words.venue, examInfo.venue ? `${examInfo.venue.name} · ${examInfo.venue.address}` : words.venueLater],
      [shared.fields.city, session.cityName],
      [shared.fields.code, exam.code],
      [words.letter, exam.letter.isAvailable ? words.offline.ready : words.offline.notReady],
    ];
    for (const [term, detail] of facts) {
      add(list, 'dt', term);
      add(list, 'dd', detail);
    }
  }
  // The style is written as text: an element of this page would be refused by its policy.
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en-GB'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words.offline.title}</title><style>${style}</style></head><body>${main.outerHTML}</body></html>`;
}
