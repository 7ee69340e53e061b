/** A new key for one act (S-5). Sent again with the same act when its answer got lost, never with another. */
export function newIdempotencyKey(): string {
  // Not randomUUID: that is missing where the page comes over plain http.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
