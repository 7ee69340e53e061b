import { useMessages } from '@exam/ui/i18n';
import { DayCalendar } from '@exam/ui/calendar';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { pageWords } from '../messages/page.ts';

/** How many pixels are free between the field and the month, and around it. */
const gap = 4;

/**
 * A month to pick a day from, beside its field; in the middle of a narrow screen. The browser's own `<dialog>`: Escape closes it and the
 * focus goes back to where it was.
 */
export function MonthDialog(
  props: Pick<ComponentProps<typeof DayCalendar>, 'here' | 'isOpen' | 'onChange'> & {
    beside: HTMLElement | null;
    value: string;
    onClose: () => void;
  },
) {
  const { beside, value, onClose, ...month } = props;
  const words = useMessages(pageWords).fields;
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    if (dialog === null) return undefined;
    dialog.showModal();
    if (beside !== null) place(dialog, beside);
    dialog.querySelector<HTMLElement>('.calendar-day[tabindex="0"]')?.focus();
    // Only closing it gives the focus back.
    return () => dialog.close();
  }, [beside]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside it closes it, as Escape does
    <dialog
      ref={box}
      className="month-dialog"
      aria-label={words.openMonth}
      // React hands both on to the dialog around this one, which they do not close.
      onCancel={(event) => event.stopPropagation()}
      onClose={(event) => {
        event.stopPropagation();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <DayCalendar {...month} label={words.openMonth} value={value || null} />
    </dialog>
  );
}

/** Below the field where there is room, else above it; the style decides whether the screen is wide enough for it. */
function place(dialog: HTMLElement, field: HTMLElement): void {
  const near = field.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const isBelow = near.bottom + gap + height <= window.innerHeight;
  const left = Math.max(gap, Math.min(near.left, window.innerWidth - width - gap));
  const top = Math.max(gap, isBelow ? near.bottom + gap : near.top - gap - height);
  dialog.style.setProperty('--month-left', `${left}px`);
  dialog.style.setProperty('--month-top', `${top}px`);
}
