/** The console's client takes the browser's `fetch` when it is loaded: imported before it, this is what it takes. */
export const line: { fetch: typeof fetch } = {
  fetch: async () => await Promise.reject(new Error('Nobody is there to answer.')),
};

Object.assign(globalThis, {
  fetch: async (...all: Parameters<typeof fetch>) => await line.fetch(...all),
  IS_REACT_ACT_ENVIRONMENT: true,
});

// What the simulated document does not have.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  },
});
