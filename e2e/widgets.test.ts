import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeFindings } from './stage/findings.ts';
import { browserHere } from './stage/visitors.ts';

const root = join(import.meta.dirname, '..');
const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };
/** The content policy of the product (T26), without the inline texts that this page does not have. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'";

let folder = '';
let server: Server;
let page: Page;
let complaints: string[] = [];

function serve(files: string): Server {
  return createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(files, path === '/' ? 'index.html' : path);
    if (!existsSync(file)) {
      response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
      return;
    }
    response.setHeader('content-type', types[extname(file)] ?? 'text/plain');
    response.setHeader('content-security-policy', policy);
    response.end(readFileSync(file));
  });
}

async function open(language: 'en' | 'zh', width = 1440): Promise<void> {
  const { port } = server.address() as AddressInfo;
  page = await (await browserHere()).newPage({ viewport: { width, height: 900 } });
  complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`http://localhost:${port}/?lang=${language}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const focused = () => page.locator(':focus');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parts-'));
  await promisify(execFile)(process.execPath, [join(root, 'portal', 'build-gallery.ts'), folder], { cwd: root });
  server = serve(folder);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});

afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

describe('the parts by keyboard alone', () => {
  beforeEach(() => open('en'));

  it('walks the calendar by day, week and month and chooses with Enter', async () => {
    await page.getByRole('button', { name: 'Tuesday, 1 December 2026' }).focus();
    await press('ArrowRight', 'Enter');
    await expect.poll(() => page.getByTestId('chosen').textContent()).toBe('2026-12 2026-12-02');
    await press('ArrowDown', 'Enter');
    await expect.poll(() => page.getByTestId('chosen').textContent()).toBe('2026-12 2026-12-09');
    await press('PageDown', 'ArrowLeft', 'Enter');
    await expect.poll(() => page.getByTestId('chosen').textContent()).toBe('2027-01 2027-01-08');
    await press('Enter');
    await expect.poll(() => page.getByTestId('chosen').textContent()).toBe('2027-01 none');
  });

  it('says of a day whether one can still register', async () => {
    await page.getByRole('button', { name: 'Wednesday, 2 December 2026, session available' }).waitFor();
    await page.getByRole('button', { name: 'Saturday, 5 December 2026, registration closed' }).waitFor();
  });

  it('has one tab stop among the days and does not choose a day without a session', async () => {
    await page.getByRole('button', { name: 'Tuesday, 1 December 2026' }).focus();
    await press('Enter');
    expect(await page.getByTestId('chosen').textContent()).toBe('2026-12 none');
    await press('Tab');
    expect(await focused().textContent()).toBe('Open dialog');
  });

  it('opens the menu, moves by arrows and letters, and gives the focus back on Escape', async () => {
    const button = page.getByRole('button', { name: 'Account' });
    await button.focus();
    await press('ArrowDown');
    expect(await focused().textContent()).toBe('My exams');
    await press('End');
    expect(await focused().textContent()).toBe('Sign out');
    await press('ArrowDown', 'o');
    expect(await focused().textContent()).toBe('Orders');
    await press('Escape');
    expect(await page.getByRole('menu').count()).toBe(0);
    expect(await focused().textContent()).toContain('Account');
    await press('ArrowUp', 'Enter');
    await page.getByText('signed out').waitFor();
  });

  it('changes tabs by arrows with one tab stop', async () => {
    await page.getByRole('tab', { name: 'By code' }).focus();
    await press('ArrowRight');
    expect(await focused().textContent()).toBe('By password');
    await page.getByText('Panel password').waitFor();
    await press('Home');
    expect(await page.getByRole('tab', { name: 'By code' }).getAttribute('aria-selected')).toBe('true');
  });

  it('changes the filter by arrows', async () => {
    await page.getByRole('radio', { name: /All/ }).focus();
    await press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Soon' }).isChecked()).toBe(true);
  });

  it('keeps the focus inside a dialog and returns it to where it was', async () => {
    await page.getByRole('button', { name: 'Open dialog' }).focus();
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A dialog' });
    await dialog.waitFor();
    await press('Tab', 'Tab', 'Tab');
    expect(await page.getByRole('button', { name: 'Open question' }).evaluate((b) => b.matches(':focus'))).toBe(false);
    await press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await focused().textContent()).toBe('Open dialog');
  });

  it('keeps a dialog without a way round open however often Escape is pressed', async () => {
    await page.getByRole('button', { name: 'Open bound dialog' }).focus();
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await press('Escape', 'Escape', 'Escape');
    expect(await dialog.isVisible()).toBe(true);
    await press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('moves the focus to the summary of errors and from each link to its control', async () => {
    await page.getByRole('button', { name: 'Save' }).focus();
    await press('Enter');
    await expect.poll(() => focused().textContent()).toContain('There is a problem');
    for (const [name, control] of [
      ['name', 'name'],
      ['gender', 'gender'],
      ['document', 'document'],
      ['birth', 'birth'],
      ['mobile', 'mobile'],
      ['agree', 'agree'],
    ] as const) {
      await page.getByRole('link', { name: `${name}: ` }).focus();
      await press('Enter');
      expect(await focused().getAttribute('id')).toBe(control);
    }
  });

  it('takes a birth date in three boxes in the order of the language and keeps what is typed', async () => {
    await page.getByRole('group', { name: 'Date of birth' }).getByLabel('Day').focus();
    await press('5', 'Tab', '4', 'Tab', '2', '0', '1', '6');
    expect(await page.getByTestId('birth').textContent()).toBe('2016-04-05');
    expect(await page.getByRole('group', { name: 'Date of birth' }).getByLabel('Day').inputValue()).toBe('5');
    await press('Backspace', 'Backspace', 'Backspace', 'Backspace', 'Shift+Tab', 'Backspace', 'Shift+Tab', 'Backspace');
    expect(await page.getByTestId('birth').textContent()).toBe('');
  });

  it('chooses tiles and options by keyboard, shows the password, sends the code and counts down [rule:registration.code_with_resend_countdown]', async () => {
    await page.getByRole('radio', { name: 'Male', exact: true }).focus();
    await press('ArrowDown');
    expect(await page.getByRole('radio', { name: 'Female' }).isChecked()).toBe(true);
    await page.getByRole('combobox', { name: 'Document' }).focus();
    await press('P');
    expect(await page.getByRole('combobox', { name: 'Document' }).inputValue()).toBe('p');
    await page.getByRole('button', { name: 'Show', exact: true }).focus();
    await press('Enter');
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Send code' }).focus();
    await press('Enter');
    await page.getByRole('button', { name: /Send again \(\d+ s\)/ }).waitFor();
  });

  it('answers a form of all nine kinds of field, and pasted numbers become rows of their own', async () => {
    const answers = async () => JSON.parse((await page.getByTestId('answers').textContent()) ?? '{}') as unknown;
    await page.getByRole('textbox', { name: 'School' }).focus();
    await page.keyboard.type('Keen');
    await press('Tab');
    await page.keyboard.type('a@b.cn');
    await press('Tab', '3', 'Tab', '2', '0', '2', '7', 'Tab', '1', 'Tab', '2', 'Tab', '2', '0', '2', '7');
    await page
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles({
        name: 'proof.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-'),
      });
    await page.getByRole('button', { name: 'Remove proof.pdf' }).waitFor();
    await page.getByRole('textbox', { name: 'Registration number 1' }).focus();
    await page.keyboard.insertText('1234567, 7654321');
    expect(await page.getByRole('textbox', { name: 'Registration number 2' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    await page.getByRole('radio', { name: 'June' }).focus();
    await press('Space', 'Tab', 'Space', 'Tab', 'Tab', 'Space', 'Tab', 'Space');
    await press('Tab', 'Space', 'Tab');
    await page.keyboard.type('More time');
    await expect.poll(answers).toEqual({
      school: 'Keen',
      contact: 'a@b.cn',
      examMonth: '2027-03',
      from: '2027-02-01',
      proofs: ['proof.pdf'],
      numbers: ['1234567', '7654321'],
      series: ['June'],
      universities: ['Oxford', 'Warwick'],
      approved: true,
      arrangement: { yes: true, reason: 'More time' },
    });
  });

  it('shows a toast above everything and takes it away again', async () => {
    await page.getByRole('button', { name: 'Show toast' }).focus();
    await press('Enter');
    await page.locator('.toast', { hasText: 'Seats are gone' }).waitFor();
    await page.locator('.toast').waitFor({ state: 'detached' });
  });
});

describe('the parts for everybody', () => {
  it.each([
    ['en', 1440],
    ['zh', 390],
    ['en', 320],
  ] as const)('have no accessibility finding and no sideways scrolling in %s at %i px', async (language, width) => {
    await open(language, width);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Account' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await press('Escape');
    await page.getByRole('button', { name: 'Open dialog' }).click();
    expect(await axeFindings(page)).toEqual([]);
  });
});
