/** A JSON or form object whose values nobody has checked yet. */
export type Unchecked = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a value, or none when it is not an object. */
export function recordOf(value: unknown): Unchecked {
  return isRecord(value) ? value : {};
}

/** A field as trimmed text; numbers become text, everything else is the empty string. */
export function textOf(record: Unchecked, name: string): string {
  const value = record[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** A field as a whole number, written as a number or as text; undefined when it is neither. */
export function integerOf(record: Unchecked, name: string): number | undefined {
  const text = textOf(record, name);
  return /^-?\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/** The fields of a text that holds a JSON object; undefined when it does not. */
export function jsonRecord(text: string): Unchecked | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** All text fields of a parsed query or form; the last value wins when a name comes twice. */
export function textFields(...records: unknown[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const record of records) {
    for (const [name, value] of Object.entries(recordOf(record))) {
      const last: unknown = Array.isArray(value) ? value.at(-1) : value;
      if (typeof last === 'string') fields[name] = last;
    }
  }
  return fields;
}
