import { addressOf } from '@exam/contract/endpoints';
import type { createBrowser } from '#testing/app';

type Browser = ReturnType<typeof createBrowser>;
type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

/** Uploads a file of candidates as a browser's form does. */
export async function upload(url: string, browser: Browser, file: Uint8Array, field = 'file'): Promise<Answer> {
  const user: { token?: string } = JSON.parse((await browser.send('GET', addressOf('user.current').path)).text);
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(file)]), 'candidates.xlsx');
  const response = await globalThis.fetch(url + addressOf('candidate.previewImport').path, {
    method: 'POST',
    headers: {
      origin: url,
      'sec-fetch-site': 'same-origin',
      'accept-language': 'en',
      'x-csrf-token': user.token ?? '',
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
