// @vitest-environment jsdom
import { BrowserRouter, setActiveLanguage } from '@exam/ui/app';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { pages, writePage } from '../entry-prerender.tsx';
import { usePortal } from '../testing/site.ts';
import { queryClient } from './api.ts';
import { App, prepare } from '../site.tsx';
import { userKey, type User } from './session/user-key.ts';

const portal = usePortal();
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

const parent: User = {
  id: '0b6f0a52-6a2e-4c1a-9c55-2f5a3d1e7a10',
  phoneNumber: '138****8000',
  email: '',
  dateOfBirth: null,
  isTermsAccepted: true,
  promoteStatus: false,
  phoneReceivingStatus: true,
  emailReceivingStatus: false,
  sendMessageLanguageType: 'Chinese',
  token: 'a-token',
};
const written = pages.flatMap(({ path, isPrerendered }) => (isPrerendered ? [path] : []));

describe('a page written ahead', () => {
  it.each(written)(
    '%s says what it is about below its title, in both languages, and the 404 page nothing',
    async (path) => {
      const [en, zh] = [(await writePage(path, 'en')).description, (await writePage(path, 'zh')).description];
      expect([/^[A-Z][^<"&]{30,160}\.$/.test(en ?? ''), /^[^A-Za-z<"&][^<"&]{10,80}。$/.test(zh ?? '')]).toEqual([
        true,
        true,
      ]);
      expect((await writePage('/-/', 'en')).description).toBeNull();
    },
  );

  it.each(written)(
    '%s comes to life as it was written, although it is known by then who is signed in',
    async (path) => {
      portal().answers = 'never';
      window.history.pushState(null, '', path);
      const root = document.body.appendChild(document.createElement('div'));
      root.innerHTML = (await writePage(path, 'en')).html;
      setActiveLanguage('en');
      await prepare(path, 'en');
      queryClient.setQueryData(userKey, parent);
      const differences: string[] = [];

      const page = <App language="en">{(site) => <BrowserRouter>{site}</BrowserRouter>}</App>;
      const alive = await act(async () =>
        hydrateRoot(root, page, { onRecoverableError: (error) => differences.push(String(error)) }),
      );

      expect(differences).toEqual([]);
      await act(async () => alive.unmount());
    },
  );
});
