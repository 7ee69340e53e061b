import { auditFields, auditObjects, notKept } from '@exam/contract/staff';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '#platform/columns/index';
import { maskedForAudit } from './masks.ts';

/** The names of the columns about people, as the audit calls their fields. */
const personal = new Set(
  columnsOf('personal', 'sensitive', 'secret').map(({ column }) => column.replace(/_(sealed|masked)$/, '')),
);
const snake = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const canary = 'Canary Quimby';
const keeps = (kind: (typeof auditObjects)[number], field: string) =>
  JSON.stringify(maskedForAudit(kind, { [field]: canary })).includes(canary);

describe('what the audit keeps', () => {
  it('is of every field about a registration, a booking or a saved candidate a mask or nothing, by the class of its column [T31 S-18]', () => {
    const kept = (['application', 'booking', 'candidate', 'account', 'postTest', 'fapiao', 'list'] as const).flatMap(
      (kind) =>
        Object.entries(auditFields)
          .filter(([field, of]) => personal.has(snake(field)) && ['typed', 'sign', 'date'].includes(of))
          // There it is a component's.
          .filter(([field]) => !(kind === 'postTest' && field === 'nameZh'))
          .filter(([field]) => keeps(kind, field))
          .map(([field]) => `${kind}.${field}`),
    );

    expect(kept).toEqual([]);
  });

  it.each([
    ['application', { lastName: '张三丰', firstName: 'SAN FENG' }, { lastName: '张**', firstName: 'S** F***' }],
    ['application', { idNo: '330106201405061225' }, { idNo: notKept }],
    ['candidate', { idNo: 'E12345678' }, { idNo: notKept }],
    [
      'application',
      { email: 'li.ming@example.com', mobile: '13800138000' },
      { email: 'li***@example.com', mobile: '138****8000' },
    ],
    [
      'application',
      { dob: '2014-05-06', gender: 'Male', leaveAlone: true },
      { dob: notKept, gender: notKept, leaveAlone: notKept },
    ],
    [
      'application',
      { guardian: '王建国 IDCard 110105', pickupPerson: null },
      { guardian: notKept, pickupPerson: null },
    ],
    ['booking', { guardian: { name: '王建国' }, note: 'Her mother waits' }, { guardian: notKept, note: notKept }],
    [
      'postTest',
      { components: [{ position: 1, markBefore: '41' }] },
      { components: [{ position: 1, markBefore: notKept }] },
    ],
    [
      'list',
      { rows: 3, filters: { search: '13800138000', status: 'Paid' } },
      { rows: 3, filters: { search: notKept, status: 'Paid' } },
    ],
    ['venue', { nameEn: 'Hall', note: 'Second floor' }, { nameEn: 'Hall', note: 'Second floor' }],
    [
      'order',
      { status: 'Paid', amount: 150_000, orderCode: 'ET2026' },
      { status: 'Paid', amount: 150_000, orderCode: 'ET2026' },
    ],
    [
      'staff',
      { roles: ['auditor'], name: 'Ding Yi', email: 'ding.yi@example.com' },
      { roles: ['auditor'], name: 'D*** Y*', email: 'di***@example.com' },
    ],
  ] as const)('of %s %o is %o [S-18 T31]', (kind, values, expected) => {
    expect(maskedForAudit(kind, values)).toEqual(expected);
  });

  it('names the fields of every object by its tables: an object of people masks a text that another table of people has [S-18]', () => {
    expect(auditObjects.filter((kind) => keeps(kind, 'search') || keeps(kind, 'guardian'))).toEqual([]);
    expect(
      ['order', 'refund', 'cancellation', 'message', 'proposal'].filter((kind) => keeps(kind as 'order', 'lastName')),
    ).toEqual([]);
  });
});
