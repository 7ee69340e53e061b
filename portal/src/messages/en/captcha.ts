export const captcha = {
  title: 'Security check',
  intro: 'Slide the piece into the hole that has its shape.',
  keys: 'On a keyboard: arrow keys to move, Shift with an arrow for one pixel, Enter to check.',
  slider: 'Position of the piece',
  position: (p: { x: number; max: number }) => `${p.x} of ${p.max}`,
  check: 'Check',
  anotherPicture: 'New picture',
  without: 'Check without a picture',
  withoutHint: 'Cannot see or move the picture? Your device can do a short calculation instead. It takes a moment.',
  calculating: 'Your device is calculating …',
  loading: 'Loading the picture …',
  unmoved: 'Move the piece first.',
  missed: (left: number) =>
    left === 1 ? 'That does not fit yet. You have 1 try left.' : `That does not fit yet. You have ${left} tries left.`,
  newPicture: 'That did not fit. Here is a new picture.',
  tooLate: 'That picture is too old. Here is a new one.',
  failed: 'The check could not be loaded. Try again.',
};

export type CaptchaMessages = typeof captcha;
