import type { SignedIn } from '#testing';
import { plainPdf } from './documents.testing.ts';

/** Uploads a file as a browser's form does; without a name, a form that has none. */
export async function sendFile(
  url: string,
  browser: SignedIn,
  { name, content = plainPdf() }: { name: string | null; content?: Buffer },
) {
  const user: { token?: string } = JSON.parse((await browser.send('GET', '/api/user/current')).text);
  const form = new FormData();
  if (name === null) form.append('note', 'no file');
  else form.append('file', new Blob([Uint8Array.from(content)]), name);
  const response = await globalThis.fetch(`${url}/api/registrationformattachment`, {
    method: 'POST',
    headers: {
      origin: url,
      'sec-fetch-site': 'same-origin',
      'accept-language': 'en',
      'x-csrf-token': user.token ?? '',
      cookie: [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
    },
    body: form,
  });
  const body: Record<string, unknown> = JSON.parse(await response.text());
  return { status: response.status, body };
}
