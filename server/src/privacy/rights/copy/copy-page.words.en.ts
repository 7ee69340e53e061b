/** Words of the readable copy that a relative is handed. */
export const copyPageWords = {
  language: 'en',
  title: (code: string) => `Copy of personal data, request ${code}`,
  intro:
    'What Examport holds of a person who has died, handed out to a close relative who asked for it (Personal Information Protection Law, article 49). Data of other people is not part of it.',
  madeAt: (at: string) => `Made ${at}. All times are China time.`,
  nothing: 'Nothing is held.',
  yes: 'yes',
  no: 'no',
};
