// @vitest-environment jsdom
import { answered, buttonsIn, fill, press } from '@exam/ui/testing';
import { staffEndpoints, type StaffEndpointName } from '@exam/contract/staff';
import { describe, expect, it } from 'vitest';
import { paths, type Path } from './paths.ts';
import { isRead } from './testing/desk.ts';
import { open, useDesk } from './testing/screen.tsx';

const desk = useDesk();

/** With two rows each, the first eight of whatever has a choice; then with what may be absent absent. */
const given = [
  ...[0, 2, 4, 6].map((choice) => ({ choice, rows: 2 })),
  ...[0, 3].map((choice) => ({ choice, rows: 2, isBare: true })),
];

const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent ?? '';
/** Everything that a press may change. */
const seen = () => [document.body.innerHTML, location.href].join();
/** What a press changes that does more than open something outside the document; the page itself may still be drawing something else. */
const ways = () => [location.href, ...forms().map((each) => each.outerHTML)].join();
const forms = () => [...document.querySelectorAll<HTMLElement>('dialog[open], main form')];

/** Fills and sends what a press has opened, as often as something new comes. */
async function goThrough(known: readonly HTMLElement[]): Promise<void> {
  for (let step = 0; step < 3; step++) {
    const form = forms().find((each) => each.matches('dialog') || !known.includes(each));
    if (!form) return;
    await fill(desk(), form);
    const submit = buttonsIn(form).findLast(({ type }) => type === 'submit');
    if (submit) await press(desk(), submit);
  }
}

/** What a press opens is outside the document, or it chooses what is chosen already. */
const quiet: Readonly<Record<string, readonly string[]>> = {
  '/sessions/new': ['选择文件'],
  '/rights-requests/:id/receipt': ['打印'],
  '/reconciliation/:channel/:day': ['选择对账单'],
  '/post-test/outcomes': ['选择电子表格'],
  '/post-test/:id': ['添加给考生的文件'],
  '/forms/:number': ['中文', '选择文件', '重新填写'],
  '/exam-day/:id': ['考勤', '打印'],
  '/bookings/:id': ['上传新的时间表', '上传时间表'],
};

/**
 * Calls that no button sends here: signing in and out, and what takes a file, a second page or an answer that follows another. The
 * journeys make most of them. The list may only get shorter.
 */
const notSent: readonly string[] = [
  'staff.signIn',
  'staff.signOut',
  'staff.prove',
  'today.release',
  'refunds.retry',
  'refunds.proposeByHand',
  'fapiao.issue',
  'fapiao.redIssue',
  'orders.extend',
  'orders.expireNow',
  'paymentExceptions.refund',
  'reconciliation.upload',
  'reconciliation.close',
  'savedViews.save',
  'savedViews.delete',
  'bookings.confirm',
  'bookings.update',
  'bookings.reissue',
  'bookings.takeBackDate',
  'bookings.attachTimetable',
  'claims.accept',
  'claims.refuse',
  'postTests.readOutcomes',
  'postTests.recordOutcomes',
  'postTests.addFiles',
  'catalogue.save',
  'catalogue.discard',
  'catalogue.ask',
  'catalogue.publish',
  'places.saveVenue',
  'sessions.create',
  'sessions.previewFile',
  'sessions.createMany',
  'sessions.previewMove',
  'sessions.move',
  'applications.endFormer',
  'applications.reinstateGuardian',
  'applications.withdraw',
  'invitations.make',
  'invitations.limit',
  'invitations.replace',
  'invitations.end',
  'arrangements.record',
  'rights.checkEvidence',
  'rights.removeEvidence',
  'rights.recordArrangement',
  'rights.propose',
  'rights.proposeMistaken',
  'minors.askStanding',
  'minors.giveReason',
  'incidents.export',
  'incidents.note',
  'networkLog.export',
];

const isQuiet = (path: Path, name: string) => quiet[path]?.includes(name) === true;

/**
 * Presses, fills and sends what comes. What it brings may be a module that comes late, so who should do something is given time.
 * @returns whether it did nothing.
 */
async function isIdle(button: HTMLButtonElement, isExpected: boolean): Promise<boolean> {
  const look = isExpected ? ways : seen;
  const [before, known] = [look(), forms()];
  if (button.form !== null) await fill(desk(), button.form);
  await press(desk(), button);
  await goThrough(known);
  const stands = () => desk().isUntouched && look() === before;
  for (let turn = 0; stands() && !isExpected && turn < 500; turn++) await answered(desk());
  return stands();
}

describe('the buttons', () => {
  const sent = new Set<StaffEndpointName>();

  it.each(paths)('of %s do something, and what they send is of the shape', async (path) => {
    const pressed = new Set<string>();
    const idle: string[] = [];
    const wrong: string[] = [];
    for (const answers of given) {
      const names = buttonsIn(await open(desk(), path, 'zh', answers)).map((each) => nameOf(each));
      for (const name of names) {
        if (pressed.has(name)) continue;
        pressed.add(name);
        const page = await open(desk(), path, 'zh', answers);
        const button = buttonsIn(page).find((each) => nameOf(each) === name);
        if (!button) continue;
        desk().forget();
        if (await isIdle(button, isQuiet(path, name))) idle.push(name);
        for (const each of desk().sent) sent.add(each.name);
        wrong.push(
          ...desk().sent.flatMap((each) => (each.wrong === null ? [] : [`${name}: ${each.name} ${each.wrong}`])),
        );
      }
    }
    expect(wrong).toEqual([]);
    expect(idle.toSorted()).toEqual((quiet[path] ?? []).toSorted());
  });

  it('send every call that changes something, but for those of the list', () => {
    const names = Object.keys(staffEndpoints) as StaffEndpointName[];
    expect(names.filter((name) => !isRead(name) && !sent.has(name))).toEqual(notSent);
  });
});
