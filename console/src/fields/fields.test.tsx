// @vitest-environment jsdom
import { named, press, write } from '@exam/ui/testing';
import type { Language } from '@exam/ui/i18n';
import { act, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionDialog } from '../page/index.ts';
import { openPart, useDesk } from '../testing/screen.tsx';
import { DayField, MomentField, TimeField } from './index.ts';

const desk = useDesk();

let given: string[] = [];

beforeEach(() => {
  given = [];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T04:00:00Z') });
  return () => vi.useRealTimers();
});

type Kind = typeof DayField | typeof TimeField | typeof MomentField;

function One({ kind: Kind, at = '', ...more }: { kind: Kind; at?: string; min?: string; yearless?: 'last' }) {
  const [value, setValue] = useState(at);
  const onChange = (next: string) => {
    given.push(next);
    setValue(next);
  };
  return <Kind label="Exam" value={value} onChange={onChange} {...more} />;
}

const opened = async (part: React.ReactNode, language: Language = 'en') => {
  await openPart(desk(), part, language);
  const inputs = [...document.querySelectorAll<HTMLInputElement>('input[data-reads]')];
  const type = async (at: number, text: string) => await write(desk(), inputs[at]!, text);
  const leave = async (at: number) => {
    await act(async () => inputs[at]!.focus());
    await act(async () => inputs[at]!.blur());
  };
  const error = () => document.querySelector('.field-error')?.lastChild?.textContent;
  return { inputs, input: inputs[0]!, type, leave, error };
};

describe('the field for a day', () => {
  it.each([
    ['en', '28/12', 'Mon 28 Dec 2026'],
    ['zh', '12-28', '2026年12月28日 周一'],
    ['zh', '明天', '2026年12月2日 周三'],
  ] as const)('gives the day while it is typed, and shows it as the page writes it (%s, %s)', async (...row) => {
    const [language, text, shown] = row;
    const { input, type, leave } = await opened(<One kind={DayField} />, language);

    await type(0, text);
    const whileTyped = input.value;
    await leave(0);

    expect(given.at(-1)).toBe(text === '明天' ? '2026-12-02' : '2026-12-28');
    expect(whileTyped).toBe(text);
    expect(input.value).toBe(shown);
  });

  it('says what cannot be read only when it is left, and takes the day away meanwhile', async () => {
    const { input, type, leave, error } = await opened(<One kind={DayField} at="2026-12-28" />);

    await type(0, '31/4');
    const whileTyped = error();
    await leave(0);

    expect(given).toEqual(['']);
    expect(whileTyped).toBeUndefined();
    expect(error()).toBe('There is no such day');
    expect(input.value).toBe('31/4');
    expect(input.matches(':invalid')).toBe(true);
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toContain('no such day');
    await type(0, '30/4');
    expect(error()).toBeUndefined();
    expect(input.matches(':invalid')).toBe(false);
  });

  it('refuses a day before the first one allowed', async () => {
    const { input, type, leave, error } = await opened(<One kind={DayField} min="2026-12-10" />, 'zh');

    await type(0, '12-9');
    await leave(0);

    expect(error()).toBe('不能早于 2026年12月10日 周四');
    expect(input.matches(':invalid')).toBe(true);
  });

  it('opens a month to pick from, by its button or by Alt and the down arrow', async () => {
    const { input } = await opened(<One kind={DayField} min="2026-12-10" />);
    const month = () => document.querySelector('.month-dialog');
    const dayOf = (day: string) => named(month()!, day)!;

    await act(async () =>
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true })),
    );
    const firstStop = document.activeElement?.getAttribute('aria-label');
    await press(desk(), dayOf('9'));
    const afterClosed = [...given];
    await press(desk(), dayOf('11'));

    expect(firstStop).toContain('10 December 2026');
    expect(afterClosed).toEqual([]);
    expect(given).toEqual(['2026-12-11']);
    expect(month()).toBeNull();
    expect(input.value).toBe('Fri 11 Dec 2026');
    await press(desk(), named(document, 'Choose from the month')!);
    expect(month()?.querySelector('[aria-pressed="true"]')?.textContent).toBe('11');
  });

  it('that looks back takes a day without a year as the last one', async () => {
    const { type } = await opened(<One kind={DayField} yearless="last" />);
    await type(0, '28 Dec');
    expect(given.at(-1)).toBe('2025-12-28');
  });

  it('keeps a dialog from being sent while it cannot be read, even where it may be empty', async () => {
    const { input, type } = await opened(
      <ActionDialog
        title="Test"
        call="notes.add"
        request={() => ({ body: {} }) as never}
        confirmLabel="Send"
        onClose={() => undefined}
      >
        <One kind={DayField} />
      </ActionDialog>,
    );

    await type(0, 'soon');
    await press(desk(), named(document, 'Send')!);

    expect(desk().sent).toEqual([]);
    expect(document.activeElement).toBe(input);
  });

  it('closes its month without the dialog that it is in', async () => {
    const closed = vi.fn<() => void>();
    await opened(
      <ActionDialog
        title="Test"
        call="notes.add"
        request={() => ({ body: {} }) as never}
        confirmLabel="Send"
        onClose={closed}
      >
        <One kind={DayField} />
      </ActionDialog>,
    );

    await press(desk(), named(document, 'Choose from the month')!);
    const month = document.querySelector<HTMLDialogElement>('.month-dialog')!;
    await act(async () => {
      month.dispatchEvent(new Event('cancel', { cancelable: true }));
      month.close();
    });

    expect(document.querySelector('.month-dialog')).toBeNull();
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('the field for a time of day', () => {
  it.each([
    ['en', '2pm', '14:00'],
    ['zh', '9点半', '09:30'],
  ] as const)('gives 24 hours and shows them (%s, %s)', async (language, text, time) => {
    const { input, type, leave } = await opened(<One kind={TimeField} />, language);
    await type(0, text);
    await leave(0);
    expect(given.at(-1)).toBe(time);
    expect(input.value).toBe(time);
  });

  it('says what is not a time', async () => {
    const { type, leave, error } = await opened(<One kind={TimeField} />, 'zh');
    await type(0, '25:00');
    await leave(0);
    expect(error()).toBe('无法识别，请输入时间，如 9:30、14:00 或“下午2点”');
  });
});

describe('the field for a moment', () => {
  it('gives a day and a time together, and asks for the half that is missing', async () => {
    const { inputs, type, leave, error } = await opened(<One kind={MomentField} />);

    await type(0, '28/12');
    await leave(0);
    const half = { given: [...given], error: error(), isInvalid: inputs[1]!.matches(':invalid') };
    const marked = inputs.map((input) => input.ariaInvalid);
    await type(1, '9.30');

    expect(half).toEqual({ given: [], error: 'Give both the day and the time', isInvalid: true });
    expect(marked).toEqual([null, 'true']);
    expect(given).toEqual(['2026-12-28T09:30']);
    expect(error()).toBeUndefined();
    expect(document.querySelector('input:invalid')).toBeNull();
    await type(0, '');
    expect(given.at(-1)).toBe('');
  });
});
