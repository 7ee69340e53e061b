import { expect } from 'vitest';
import { ask, type Browser, childConsents } from '#testing';

/** A father, as a form names him. */
export const guardianModel = {
  name: '王建国',
  idType: 'IDCard',
  idNo: '11010519491231002X',
  mobile: '13800138000',
  type: 'Father',
};

/** The form of a child under 14 whose guardian has consented. */
export const child = {
  idType: 'IDCard',
  idNo: '330106201405061225',
  lastName: 'LI',
  firstName: 'NA',
  guardianModel,
  consents: childConsents,
};

/** Saves a candidate. @returns the id. */
export async function add(browser: Browser, body: object): Promise<string> {
  const answer = await ask(browser, 'candidate.add', { body });
  expect(answer.text).toContain('"id"');
  return String(answer.body['id']);
}
