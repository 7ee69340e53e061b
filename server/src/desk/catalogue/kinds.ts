/** What lines, products, subjects and awarding bodies are called in the audit, among proposals and on the board. */
export const objectKinds = {
  line: 'catalogueLine',
  product: 'catalogueProduct',
  subject: 'catalogueSubject',
  body: 'catalogueBody',
} as const;
