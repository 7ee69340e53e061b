/**
 * The hash of each text about privacy at each of its dates, the last one last. A text that changed gets a new date on its page, in both
 * languages, and a line here; a line that was released is never changed.
 */
export const textDates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'help-privacy': {
    '2026-11-29': 'b6e2be6f336f6caf',
    '2026-11-30': 'f08fde83d0e6ca29',
    '2026-12-01': 'bb3c396b8a0c2372',
  },
  'help-children': {
    '2026-11-29': '95e412cbba43234e',
    '2026-11-30': '61984a36570c4f47',
    '2026-12-01': 'addac471fc90c0f1',
  },
  'help-protection': { '2026-11-29': 'c0b42c1169061b96' },
  'help-cookies': { '2025-01-01': '9cce178adc3d6546', '2026-12-01': '2d6c516bf41789ac' },
};
