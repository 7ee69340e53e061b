/**
 * The fields of a form that a channel posts, from its raw bytes.
 * @returns null when a field comes twice, for the check and the use could differ; and where one holds NUL, which no text of the database may (T13).
 */
export function readForm(rawBody: Buffer): Record<string, string> | null {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawBody.toString('utf8'))) {
    if (Object.hasOwn(fields, name) || value.includes('\0')) return null;
    fields[name] = value;
  }
  return fields;
}
