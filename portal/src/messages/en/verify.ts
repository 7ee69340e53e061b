export const verify = {
  title: 'Check a confirmation letter',
  valid: 'This letter is valid',
  outdated: 'This letter has been replaced',
  invalid: 'This letter is not valid',
  validText:
    'The letter was issued by this service. Please compare the details with the paper and the identity document.',
  outdatedText:
    'A newer version of this letter has been issued, so this printout no longer counts. Please ask for the newest one.',
  invalidText:
    'No valid registration belongs to this code. It may have been cancelled, or the code is mistyped. Nobody should be admitted with this letter.',
  issued: 'Issued',
  masked: 'Parts of the personal data are hidden on purpose.',
  time: 'Start',
  code: (code: string) => `Code ${code}`,
};

export type VerifyMessages = typeof verify;
