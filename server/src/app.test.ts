import { proposalKindNames, workKinds } from '@exam/contract/staff';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wings } from '../../oxlint.config.ts';
import { type Domain, domains, proposals, sweeps } from './app.ts';

const source = import.meta.dirname;

/** The front door of every domain, by its place. */
const doors = wings
  .filter((wing) => wing !== 'platform')
  .flatMap((wing) => readdirSync(join(source, wing)).map((domain) => `${wing}/${domain}`))
  .filter((place) => existsSync(join(source, place, 'index.ts')));

/** What a domain may bring; the compiler says when a field is missing here. */
const fields: Record<keyof Domain, true> = {
  routes: true,
  staffRoutes: true,
  tasks: true,
  crons: true,
  proposals: true,
  sweeps: true,
  abouts: true,
  followers: true,
  refusals: true,
  forgetWaysIn: true,
};

describe('the list of the domains', () => {
  it('leaves out none that brings something', async () => {
    expect(doors.length).toBeGreaterThan(50);
    const left: string[] = [];
    for (const place of doors) {
      const domain: object = await import(join(source, place, 'index.ts'));
      const brings = Object.keys(fields).filter((field) => field in domain);
      if (brings.length > 0 && !domains.includes(domain)) left.push(`${place}: ${brings.join(', ')}`);
    }
    expect(left).toEqual([]);
  });

  it('has somebody who performs every kind of proposal that there is [S-16]', () => {
    expect(Object.keys(proposals).toSorted()).toEqual([...proposalKindNames].toSorted());
  });

  it('puts nothing on the board by itself but kinds of work', () => {
    expect(Object.keys(sweeps).length).toBeGreaterThan(10);
    expect(Object.keys(sweeps).filter((kind) => !(kind in workKinds))).toEqual([]);
  });
});
