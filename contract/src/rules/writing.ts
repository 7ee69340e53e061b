/** Full-width letters, digits and signs (as Chinese keyboards write them) as ordinary ones; the full-width space as a space. */
export function halfWidth(raw: string): string {
  return raw
    .replace(/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ');
}

/** A document number as typed, ready to be checked: half-width, no spaces at all, upper case (spec 3-domain 1.1). */
export function bareNumber(raw: string): string {
  return halfWidth(raw).replace(/\s/g, '').toUpperCase();
}

/** Free text as typed: trimmed, inner spaces collapsed. */
export function tidyText(raw: string): string {
  return raw.trim().replace(/\s+/g, ' ');
}
