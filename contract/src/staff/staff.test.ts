import { describe, expect, it } from 'vitest';
import { endpoints } from '../endpoints.ts';
import { type StaffCall, staffCalls } from './calls/index.ts';
import { staffAddressOf, staffEndpoints, type StaffEndpointName } from './endpoints.ts';
import { staffOpenApi } from './openapi.ts';
import { isFieldShown, permissions, permissionsOf, roleNames, rolePresets } from './permissions.ts';

const names = Object.keys(staffEndpoints) as StaffEndpointName[];
const callOf = (name: StaffEndpointName): StaffCall => staffCalls[name];
const byName = (a: string, b: string) => a.localeCompare(b);

const paths = staffOpenApi()['paths'] as Record<string, Record<string, Record<string, unknown>>>;

function jsonOf(name: StaffEndpointName): Record<string, unknown> {
  const { method, path } = staffAddressOf(name);
  return paths[path]?.[method.toLowerCase()] ?? {};
}

describe('the console’s contract', () => {
  it('describes every endpoint once, under an address of its own that the portal has not', () => {
    const addresses = names.map((name) => staffEndpoints[name] as string);
    const portal = new Set<string>(Object.values(endpoints));

    expect(Object.keys(staffCalls).toSorted(byName)).toEqual(names.toSorted(byName));
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.filter((address) => !/^(GET|POST) \/api\/staff\//.test(address))).toEqual([]);
    expect(addresses.filter((address) => portal.has(address))).toEqual([]);
  });

  it('says of every call who may make it, and lets visitors only sign in [T32]', () => {
    const open = names.filter((name) => callOf(name).who === 'visitor');

    expect(names.filter((name) => callOf(name).permission === undefined)).toEqual([]);
    expect(open).toEqual([
      'staff.signIn',
      'staff.signOut',
      'staff.me',
      'staff.openInvitation',
      'staff.acceptInvitation',
    ]);
    expect(open.filter((name) => callOf(name).permission !== null)).toEqual([]);
  });

  it('asks for a fresh proof before approvals, exports and reveals [T32]', () => {
    const sensitive = names.filter((name) => /:(approve|export|reveal)$/.test(callOf(name).permission ?? ''));
    const writes = sensitive.filter(
      (name) => staffAddressOf(name).method === 'POST' && !staffEndpoints[name].endsWith('/search'),
    );

    expect(writes.filter((name) => !callOf(name).isFresh)).toEqual([]);
  });

  it('bounds the reason of every call that asks for one, and asks for none in secret', () => {
    for (const name of names) {
      const body = JSON.stringify(jsonOf(name)['requestBody'] ?? {});
      const hasReason =
        /"reason":\{[^}]*"minLength":5[^}]*\}/.test(body) && /"reason":\{[^}]*"maxLength":500/.test(body);
      if (callOf(name).reason) expect(hasReason, name).toBe(true);
    }
  });

  it('gives every path parameter a schema', () => {
    for (const name of names) {
      const inPath = [...staffAddressOf(name).path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
      const schema = callOf(name).params as { shape?: object } | undefined;
      expect(Object.keys(schema?.shape ?? {}).toSorted(byName), name).toEqual(inPath.toSorted(byName));
    }
  });

  it('saves a file about people for a reason and with a fresh proof only; what else is a file is named here [S-2]', () => {
    const files = names.filter((name) => callOf(name).file !== undefined);
    const open = files.filter((name) => callOf(name).reason !== true || callOf(name).isFresh !== true);

    // Letters and fapiao papers are what the office itself sends out; a booking's timetable is its own, the other files there are
    // refused without a reason by the desk.
    expect(open.toSorted(byName)).toEqual([
      'applications.letter',
      'bookings.file',
      'fapiao.paper',
      'forms.guide',
      'refunds.proof',
      'sessions.template',
    ]);
  });

  it('describes every call in the OpenAPI document, with its permission', () => {
    for (const name of names) {
      expect(jsonOf(name)['operationId'], name).toBe(name);
      expect(jsonOf(name)['x-permission'] ?? null, name).toBe(callOf(name).permission);
    }
  });

  it('bounds every string of every request body [T28]', () => {
    const unbounded: string[] = [];
    const look = (schema: unknown, at: string): void => {
      if (schema === null || typeof schema !== 'object') return;
      const node = schema as Record<string, unknown>;
      const isOpenText = node['type'] === 'string' && !('enum' in node) && !('const' in node);
      if (isOpenText && !('maxLength' in node) && !('pattern' in node) && node['format'] !== 'binary')
        unbounded.push(at);
      for (const [key, value] of Object.entries(node)) look(value, `${at}.${key}`);
    };
    for (const name of names) look(jsonOf(name)['requestBody'], name);
    expect(unbounded).toEqual([]);
  });
});

describe('a role', () => {
  it('is made of permissions of the table, and never of what its row forbids [T32]', () => {
    const may = (role: keyof typeof rolePresets, pattern: RegExp) =>
      [...permissionsOf([role])].filter((permission) => pattern.test(permission));
    const money = /^(orders|payments|refunds|reconciliation):/;
    const personal = /^(accounts|candidates|applications):/;

    expect(roleNames.flatMap((role) => [...permissionsOf([role])]).filter((one) => !permissions.includes(one))).toEqual(
      [],
    );
    expect(may('catalogueEditor', money)).toEqual([]);
    expect(may('catalogueEditor', personal)).toEqual([]);
    expect(may('catalogueEditor', /:publish$/)).toEqual([]);
    expect(may('cataloguePublisher', /^catalogue:write$/)).toEqual([]);
    expect(may('examOfficer', /^(refunds|payments|orders|reconciliation):/)).toEqual([]);
    expect(may('supportAgent', money)).toEqual([]);
    expect(may('financeClerk', /:approve$/)).toEqual([]);
    expect(may('financeApprover', /:write$/)).toEqual([]);
    expect(may('postResultsOfficer', /^catalogue:/)).toEqual([]);
    expect(may('examDaySupervisor', money)).toEqual([]);
    expect(may('examDaySupervisor', /:reveal$/)).toEqual([]);
    expect(may('privacyOfficer', money)).toEqual([]);
    expect(may('auditor', /:(write|publish|approve|reveal|send)$/)).toEqual([]);
    expect(may('administrator', personal)).toEqual([]);
  });

  it('that proposes money never approves it', () => {
    const both = roleNames.filter((role) =>
      (['payments', 'refunds', 'reconciliation'] as const).some(
        (area) => permissionsOf([role]).has(`${area}:write`) && permissionsOf([role]).has(`${area}:approve`),
      ),
    );
    expect(both).toEqual([]);
  });

  it('shows no contact unmasked, and amounts only to those who work with money', () => {
    const shown = (role: keyof typeof rolePresets) =>
      (['idNumber', 'phone', 'email', 'amount'] as const).filter((field) => isFieldShown(field, permissionsOf([role])));

    expect(roleNames.flatMap((role) => shown(role)).filter((field) => field !== 'amount')).toEqual([]);
    expect(shown('examDaySupervisor')).toEqual([]);
    expect(shown('supportAgent')).toEqual([]);
    expect(shown('financeClerk')).toEqual(['amount']);
  });
});
