import { registerHooks } from 'node:module';

/** A place that occurs once in a file of hucre, and what replaces it. */
type Correction = { file: string; place: RegExp; instead: string };

/**
 * What hucre 1.0.0 reads wrongly, corrected where it happens (decision 0069). As released,
 * - a cell of type text that has none gets the first text of the file;
 * - a cell is left out when it names a text that the file does not have, holds a text instead of a number or a number instead of a text,
 *   or occurs twice;
 * - a boolean, an error or a number without a value is read as one with a value;
 * - phonetic readings above a text become part of it;
 * - a sheet with a chart makes the whole file unreadable.
 */
const corrections: readonly Correction[] = [
  {
    file: 'worksheet.mjs',
    place: /const idx = Number\(valueText\);/,
    instead: 'const idx = /^\\d+$/.test(valueText.trim()) ? Number(valueText) : -1;',
  },
  {
    file: 'worksheet.mjs',
    place: /if \(valueText === "" && !formula\)/,
    instead: 'if (valueText.trim() === "" && !formula)',
  },
  // Readings above a text are not part of it.
  {
    file: 'worksheet.mjs',
    place: /case "is":\s+if \(inCell\) inInlineStr = true;/,
    instead: 'case "rPh": inInlineStr = false; break; case "is": if (inCell) inInlineStr = true;',
  },
  {
    file: 'worksheet.mjs',
    place: /case "is":\s+inInlineStr = false;/,
    instead: 'case "rPh": inInlineStr = inCell; break; case "is": inInlineStr = false;',
  },
  {
    file: 'worksheet.mjs',
    place: /rows\[row\]\[col\] = value;/,
    instead: `const isText = type === "inlineStr";
      const hasText = inlineText !== "" || (inlineRichText ?? []).length > 0;
      const isMissing = type === "s" && value === null && valueText.trim() !== "";
      if (isMissing || (hasText ? !isText : isText && valueText !== "") || rows[row][col] !== null) {
        value = "#?";
        cellType = "error";
      } else if ((type === "b" || type === "e") && valueText === "" && !formula) {
        value = null;
        cellType = "empty";
      }
      rows[row][col] = value;`,
  },
  {
    file: 'reader.mjs',
    place: /const wsPath = sheetRelMap\.get\(info\.rId\);/,
    instead: 'const wsPath = sheetRelMap.get(info.rId); if (!wsPath) continue;',
  },
];

/** Corrects hucre as it is loaded from now on. @throws Error when its text has changed: the corrections have to be checked against a new version. */
export function correctHucre(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const own = corrections.filter(({ file }) => url.endsWith(`/hucre/dist/xlsx/${file}`));
      if (own.length === 0) return loaded;
      let source =
        typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source ?? undefined);
      for (const { place, instead } of own) {
        if (source.split(place).length !== 2) throw new Error(`hucre has another ${String(place)}`);
        source = source.replace(place, () => instead);
      }
      return { ...loaded, source };
    },
  });
}
