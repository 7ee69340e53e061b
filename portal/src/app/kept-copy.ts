/** Where the exams are kept that open without a network (decision 0097); `offline-worker.js` reads them there. */
export const keptCopy = {
  store: 'coming-exams',
  address: '/coming-exams',
  owner: 'x-owner',
  until: 'x-until',
} as const;

/** Deletes the copy of exams on this device. @param exceptOf the account that is signed in: its own copy stays */
export async function deleteCopy(exceptOf?: string): Promise<void> {
  // Absent on an address without encryption, as in a test of the page alone.
  const copy = await globalThis.caches?.match(keptCopy.address);
  if (copy && copy.headers.get(keptCopy.owner) !== exceptOf) await caches.delete(keptCopy.store);
}
