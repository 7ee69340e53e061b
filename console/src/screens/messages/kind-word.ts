/** What a kind of message is called; a kind without a word yet is named as the contract names it. */
export function kindWord(kinds: Readonly<Record<string, string>>, kind: string): string {
  return new Map(Object.entries(kinds)).get(kind) ?? kind;
}
