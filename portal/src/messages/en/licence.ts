export const licence = {
  lead: 'The company that runs this site, as it is registered.',
  name: 'Name',
  registeredNumber: 'Unified social credit code',
  legalRepresentative: 'Legal representative',
  address: 'Registered address',
  established: 'Established',
  scope: 'Scope of business',
  registrar: 'Registration authority',
  check: 'You can check these details by the code in the National Enterprise Credit Information Publicity System.',
  checkLink: 'Go to gsxt.gov.cn',
  filings: 'The filing numbers of this site are at the foot of every page.',
  newWindow: '(opens in a new window)',
};

export type LicenceMessages = typeof licence;
