export const verify = {
  title: 'Check a confirmation letter',
  valid: 'This letter is valid',
  outdated: 'This letter has been replaced',
  invalid: 'This letter is not valid',
  validText: 'The letter was issued by this service. Compare the details with the paper and the identity document.',
  outdatedText:
    'A newer version of this letter has been issued, so this printout no longer counts. Ask for the newest one.',
  invalidText:
    'No valid registration belongs to this code. It may have been cancelled, or the code is mistyped. Nobody should be admitted with this letter.',
  issued: 'Issued',
  masked: 'Some personal details are hidden for privacy.',
  time: 'Start',
  receipt: {
    title: 'Check a consent receipt',
    good: 'This receipt agrees with the record',
    goodText: 'The record has not changed since the boxes were ticked. Compare the paper with what follows.',
    changed: 'This receipt does not agree with the record',
    changedText:
      'The code is mistyped, or the record is no longer what it was when the receipt was made. Write to us with the code.',
    unknown: 'We do not know this receipt',
    unknownText: 'The code is mistyped, or the record has been deleted because its period is over.',
    of: 'Given for',
    given: 'Ticked (China time)',
    version: 'Version of the text',
    withdrawn: (at: string) => `Withdrawn on ${at}`,
    text: 'The text still gives the checksum that was recorded.',
    noText: 'The text is no longer kept, or has changed.',
    nobody: 'Names and contacts are left out for privacy.',
  },
  code: (code: string) => `Code ${code}`,
};

export type VerifyMessages = typeof verify;
