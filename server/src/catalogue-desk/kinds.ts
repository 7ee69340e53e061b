/** What lines, products and subjects are called in the audit, among proposals and on the board. */
export const objectKinds = {
  line: 'catalogueLine',
  product: 'catalogueProduct',
  subject: 'catalogueSubject',
} as const;
